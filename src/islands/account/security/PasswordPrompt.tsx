import { removeAuthenticator as contract } from '#contracts/account/second-factors.ts'
import type { Result } from '#model/platform/result.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

interface Props<Data> {
  /** Text that explains what the password is needed for. */
  why: string
  /** Label of the button. */
  action: string
  send: (password: string) => Promise<Result<Data>>
  onDone: (data: Data) => void
  onClose: () => void
}

/** Asks for the password before a sensitive change or an export of data. */
export function PasswordPrompt<Data>({ why, action, send, onDone, onClose }: Props<Data>) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: contract.body,
    send: ({ password }) => send(password),
    onDone: (data: Data) => onDone(data),
    fieldOf: { PASSWORD_WRONG: 'password' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <PasswordField
        {...field('password')}
        label="Password"
        hint={why}
        autoComplete="current-password"
        required
      />
      <FormActions isBusy={isBusy} label={action} busyLabel="One moment…" onCancel={onClose} />
    </form>
  )
}
