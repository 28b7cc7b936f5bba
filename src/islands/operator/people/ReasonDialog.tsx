import * as z from 'zod/mini'
import { accountActionReason } from '#contracts/operator/accounts.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import type { Result } from '#model/platform/result.ts'

interface Props {
  action: { title: string; text: string; send: (reason: string) => Promise<Result<unknown>> }
  /** States who can read the reason. */
  hint?: string
  onClose: () => void
  onDone: () => void
}

const schema = z.object({ reason: accountActionReason })

/** Dialog that explains an action and asks for a reason. */
export function ReasonDialog({
  action,
  hint = 'For the log. The owner doesn’t see it.',
  onClose,
  onDone,
}: Props) {
  const { title, text, send } = action
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ reason }) => send(reason),
    onDone,
  })
  return (
    <Dialog isOpen onClose={onClose} labelledBy="care-title" className="dialog">
      <DialogHead id="care-title" onClose={onClose}>
        {title}
      </DialogHead>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <p className="secondary-text">{text}</p>
        <TextArea {...field('reason')} label="Reason" hint={hint} required />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Working…' : title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
