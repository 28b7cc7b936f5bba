import * as z from 'zod/mini'
import {
  markPaymentProblemHandled as handledContract,
  paymentProblemOutcome,
  type PaymentProblemView,
} from '#contracts/operator/payment-problems.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { markPaymentProblemHandled } from '#stores/operator/payment-problems.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

const schema = z.pick(handledContract.body, { note: true, outcome: true })
const withOutcome = z.extend(schema, { outcome: paymentProblemOutcome })

/** Dialog that asks what was done outside Foyer and, for a failed refund, what happened to the money. */
export function MarkHandledDialog({
  payment,
  onClose,
}: {
  payment: PaymentProblemView
  onClose: () => void
}) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: payment.needsOutcome ? withOutcome : schema,
    send: (done) => markPaymentProblemHandled(payment, done),
    onDone: onClose,
  })
  return (
    <Dialog isOpen onClose={onClose} labelledBy="handled-title" className="dialog">
      <DialogHead id="handled-title" onClose={onClose}>
        Mark as handled
      </DialogHead>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <p className="secondary-text">
          The problem with order {payment.orderNumber} is removed from the list and isn’t reported again.
          Foyer transfers no money.
        </p>
        {payment.needsOutcome && (
          <Select
            {...field('outcome')}
            label="What happened"
            hint="If you paid the buyer, the amount is deducted from the promoter’s balance and the tickets become void. If the promoter keeps the money, it’s paid out as usual."
            defaultValue=""
            required
          >
            <option value="">Choose…</option>
            <option value="refunded">We paid the buyer in another way</option>
            <option value="kept">The promoter keeps the money</option>
          </Select>
        )}
        <TextArea
          {...field('note')}
          label="What was done"
          hint="For the operators’ log and the promoter’s audit log."
          required
        />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving…' : 'Mark as handled'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
