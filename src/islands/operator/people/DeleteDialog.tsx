import { deleteAccountOnRequest, type AccountView } from '#contracts/operator/accounts.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import type { Result } from '#model/platform/result.ts'
import { deletePersonOnRequest } from '#stores/operator/people.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

interface Props {
  person: AccountView
  onClose: () => void
  onGone: () => void
}

/** Messages for operators. The contract's messages are written for the account's owner. */
const REFUSALS: Readonly<Record<string, string>> = {
  EARNINGS_LEFT:
    'This account has earnings that haven’t been paid out. Its owner must request a payout first.',
  SOLE_OWNER: 'This account is the only owner of a promoter. Another member must become an owner first.',
  NOT_FOUND: 'This isn’t the account’s email address.',
}

function explained<Data>(answer: Result<Data>): Result<Data> {
  if (answer.success) return answer
  const { error } = answer
  return { ...answer, error: { ...error, message: REFUSALS[error.code] ?? error.message } }
}

export function DeleteDialog({ person, onClose, onGone }: Props) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: deleteAccountOnRequest.body,
    send: async (body) => explained(await deletePersonOnRequest(person.id, body)),
    onDone: onGone,
    fieldOf: { NOT_FOUND: 'email' },
  })
  return (
    <Dialog isOpen onClose={onClose} labelledBy="delete-title" className="dialog">
      <DialogHead id="delete-title" onClose={onClose}>
        Delete account
      </DialogHead>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <p className="secondary-text">
          Deletes the account with its personal data, as if its owner had done it. Orders stay without names,
          and tickets stay valid. This can’t be undone.
        </p>
        <EmailField
          {...field('email')}
          label="Email address of the account"
          hint="Type it, so that no other account is deleted by mistake."
          autoComplete="off"
          required
        />
        <TextArea {...field('reason')} label="Reason" hint="For the log." required />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Deleting…' : 'Delete account'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
