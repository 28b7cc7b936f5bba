import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { putOrderEmail } from '#contracts/console/orders/orders.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { correctOrderEmail, loadOrderDetail } from '#stores/console/orders/orders.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'

const { email, version } = putOrderEmail.body.shape
const schema = z.object({ email })
const versioned = z.object({ email: z.string(), version })

export function EmailDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
  const { id, customer } = detail.order
  const conflict = useConflict(versioned, detail)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (fields, base) => correctOrderEmail(id, { ...fields, version: base }),
    mineOf: (fields) => ({ ...fields, version: detail.version }),
    onDone: ({ detail: { order } }) => {
      showToast({
        type: 'success',
        title: 'Email address changed',
        message: `Tickets sent to ${order.customer.email}.`,
      })
      onClose()
    },
  })
  return (
    <TitledDialog isOpen onClose={onClose} title="Change email address">
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <p className="secondary-text">
          The order gets a new link and its tickets get new codes, sent to the new address.{' '}
          {customer.email && <>Links and tickets sent to {customer.email} stop working.</>}
        </p>
        <EmailField
          {...field('email')}
          label="Email address"
          autoComplete="off"
          defaultValue={customer.email}
          required
        />
        <FormConflict
          conflict={conflict}
          wordsOf={(each) => [['Email address', each.email]]}
          onTaken={() => {
            void loadOrderDetail(id)
            onClose()
          }}
        />
        <FormActions isBusy={isBusy} label="Save and send the tickets" busyLabel="Saving…" />
      </form>
    </TitledDialog>
  )
}
