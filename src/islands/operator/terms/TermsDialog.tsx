import { useMemo, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import { FeeFields } from '#islands/console/pricing/FeeFields.tsx'
import { WorkedExample } from '#islands/console/pricing/WorkedExample.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { minorDigits } from '#model/platform/money.ts'
import type { Result } from '#model/platform/result.ts'
import type { NewTerms } from '#stores/operator/terms.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { NO_TERMS, termsFormSchema } from './terms-form.ts'

interface Props {
  title: string
  currency: string
  /** Initial values of the form; null if there are no terms yet. */
  terms: PlatformTermsView | null
  onSave: (terms: NewTerms) => Promise<Result<unknown>>
  onClose: () => void
}

/** Form for new terms. In its example, buyers are charged the same amounts as fees. */
export function TermsDialog({ title, currency, terms, onSave, onClose }: Props) {
  const start = terms ?? NO_TERMS
  const schema = useMemo(() => termsFormSchema(currency), [currency])
  const [draft, setDraft] = useState<PlatformTermsView | undefined>(start)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ effectiveFrom, ...values }) =>
      onSave({ ...values, currency, ...(effectiveFrom === undefined ? {} : { effectiveFrom }) }),
    onDone: () => {
      const message = 'Existing orders keep their terms. The owners are emailed.'
      showToast({ type: 'success', title: 'Terms saved', message })
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} labelledBy="terms-title" className="dialog pricing-dialog">
      <DialogHead id="terms-title" onClose={onClose}>
        {title}
      </DialogHead>
      <div className="pricing-split">
        <form
          {...form}
          className="account-form"
          onChange={({ currentTarget }) =>
            setDraft(schema.safeParse(Object.fromEntries(new FormData(currentTarget))).data)
          }
        >
          <FormErrors formErrors={formErrors} idOf={idOf} />
          <FeeFields field={field} terms={start} currency={currency} />
          <Field
            {...field('ticketMinimum')}
            label={`Minimum per paid ticket, in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={start.ticketMinimum.toFixed(minorDigits(currency))}
          />
          <Remitters field={field} terms={start} />
          <Field
            {...field('effectiveFrom')}
            label="In effect from (optional)"
            hint="In your local time. If empty, from now on."
            type="datetime-local"
          />
          <div className="form-actions">
            <SaveButton isBusy={isBusy} />
          </div>
        </form>
        <WorkedExample
          currency={currency}
          fees={draft}
          terms={draft ?? null}
          ticketType={undefined}
          feesPaidBy="buyer"
          reader="operator"
        />
      </div>
    </Dialog>
  )
}

const SaveButton = ({ isBusy }: { isBusy: boolean }) => (
  <Button type="submit" busy={isBusy}>
    {isBusy ? 'Saving…' : 'Save terms'}
  </Button>
)

function Remitters({
  field,
  terms,
}: {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  terms: PlatformTermsView
}) {
  return (
    <>
      <Select
        {...field('processingFeePaidBy')}
        label="Payment provider’s fee"
        defaultValue={terms.processingFeePaidBy}
      >
        <option value="platform">Paid by the platform</option>
        <option value="promoter">Paid by the promoter</option>
      </Select>
      <Select {...field('taxesRemittedBy')} label="Taxes" defaultValue={terms.taxesRemittedBy}>
        <option value="promoter">Remitted by the promoter</option>
        <option value="platform">Remitted by the platform</option>
      </Select>
    </>
  )
}
