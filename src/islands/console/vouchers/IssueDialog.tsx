import { useState } from 'react'
import { MAX_VOUCHER_BATCH, voucherFields } from '#contracts/console/pricing/vouchers.ts'
import { CopyButton } from '#islands/console/CopyButton.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { promoOptions } from '#stores/console/promo-codes.ts'
import { issueGiftVouchers } from '#stores/console/vouchers/vouchers.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'

/** Dialog with a form for new vouchers, and then their codes. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const isDone = codes.length > 0
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      className="dialog pricing-dialog"
      title={
        isDone
          ? codes.length === 1
            ? 'Voucher issued'
            : `${codes.length} vouchers issued`
          : 'Give out vouchers'
      }
    >
      {isDone ? <Codes codes={codes} onClose={onClose} /> : <IssueForm onDone={setCodes} />}
    </TitledDialog>
  )
}

const schema = typedForm((form) => {
  const currency = form.text('currency')
  return {
    amount: form.amount('amount', currency),
    currency,
    count: form.count('count', 1),
    validUntil: form.text('validUntil') || null,
    recipient: form.text('recipient'),
    note: form.text('note'),
  }
}, voucherFields)

function IssueForm({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { data } = useStore(promoOptions.$store, LOADING)
  const currencies = [...new Set((data?.events ?? []).map(({ currency }) => currency))].toSorted()
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: issueGiftVouchers,
    onDone: ({ vouchers }) => onDone(vouchers.map(({ code }) => code)),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>
        For vouchers that you sell yourself or give away. When one is used, your balance changes only by the
        platform’s fees, because you were paid already, or gave it away.
      </p>
      <div className="pricing-row">
        <Field {...field('amount')} label="Amount" inputMode="decimal" autoComplete="off" required />
        <Select {...field('currency')} label="Currency">
          {(currencies.length > 0 ? currencies : ['EUR']).map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
        <Field
          {...field('count')}
          label="Number of vouchers"
          hint={`${MAX_VOUCHER_BATCH} at most`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue="1"
          required
        />
      </div>
      <Field
        {...field('validUntil')}
        label="Valid until (optional)"
        type="date"
        hint="Without a date, for as long as the law requires."
      />
      <Field
        {...field('recipient')}
        label="Recipient (optional)"
        autoComplete="off"
        hint="Only you see it, to find the voucher later."
      />
      <Field {...field('note')} label="Note (optional)" autoComplete="off" />
      <FormActions isBusy={isBusy} label="Issue" busyLabel="Issuing…" />
    </form>
  )
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <>
      <p>Send each code to its recipient. Anyone with a code can use it.</p>
      <ul className="voucher-codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <CopyButton text={codes.join('\n')} what={codes.length === 1 ? 'code' : 'codes'} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  )
}
