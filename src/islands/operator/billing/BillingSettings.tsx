import { showToast } from '#browser/platform/toast-event.ts'
import { putFeeInvoiceSettings, type Billing } from '#contracts/operator/fee-invoices.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { formatMonth } from '#islands/console/fee-invoices/FeeInvoiceTable.tsx'
import type { BindField } from '#islands/console/staff/RuleScope.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { listCountries } from '#model/sites/countries.ts'
import { billing, saveBilling } from '#stores/operator/billing.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Notice } from '#ui/Notice.tsx'

export function BillingSettings() {
  const { data, error } = useStore(billing.$store, LOADING)
  if (error && !data)
    return <LoadFailed what="The billing details" why={error} onRetry={() => void billing.load()} />
  if (!data) return null
  return (
    <section className="section" aria-labelledby="billing">
      <h2 id="billing">Billing details</h2>
      {data.billing ? (
        <p className="secondary-text">
          Invoices are created on the second day of each month, since {formatMonth(data.billing.firstMonth)}.
          Existing invoices keep their details.
        </p>
      ) : (
        <Notice tone="warning" title="Promoters aren’t invoiced yet">
          <p>
            Enter who issues the invoices. They start with the current month: earlier fees are never invoiced
            here.
          </p>
        </Notice>
      )}
      <BillingForm billing={data.billing} />
    </section>
  )
}

const schema = typedForm(
  ({ text, percentage }) => ({
    legalName: text('legalName'),
    legalAddress: text('legalAddress'),
    taxId: text('taxId'),
    country: text('country'),
    taxName: text('taxName'),
    taxPercent: percentage('taxPercent', 4),
    taxNote: text('taxNote'),
    reverseChargeNote: text('reverseChargeNote'),
  }),
  putFeeInvoiceSettings.body,
)

function BillingForm({ billing: saved }: { billing: Billing | null }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: saveBilling,
    onDone: () =>
      showToast({ type: 'success', title: 'Saved', message: 'The details apply to new invoices.' }),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <IssuerFields field={field} saved={saved} />
      <TaxFields field={field} saved={saved} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save billing details'}
      </Button>
    </form>
  )
}

interface FieldProps {
  field: BindField
  saved: Billing | null
}

function IssuerFields({ field, saved }: FieldProps) {
  return (
    <>
      <Field
        {...field('legalName')}
        label="Legal name"
        autoComplete="organization"
        maxLength={200}
        defaultValue={saved?.legalName}
        required
      />
      <TextArea
        {...field('legalAddress')}
        label="Postal address"
        autoComplete="street-address"
        maxLength={500}
        defaultValue={saved?.legalAddress}
        required
      />
      <div className="field-pair">
        <Select {...field('country')} label="Country" defaultValue={saved?.country ?? ''} required>
          <option value="">Choose…</option>
          {listCountries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Field {...field('taxId')} label="Tax ID (optional)" maxLength={200} defaultValue={saved?.taxId} />
      </div>
    </>
  )
}

function TaxFields({ field, saved }: FieldProps) {
  return (
    <>
      <div className="field-pair">
        <Field
          {...field('taxName')}
          label="Tax (optional)"
          hint="Like VAT."
          maxLength={40}
          defaultValue={saved?.taxName}
        />
        <Field
          {...field('taxPercent')}
          label="Rate in percent"
          hint="Included in your fees. 0 for no tax."
          inputMode="decimal"
          defaultValue={saved?.taxPercent ?? 0}
          required
        />
      </div>
      <TextArea
        {...field('taxNote')}
        label="Note (optional)"
        hint="On each invoice, such as why no tax is charged."
        maxLength={500}
        defaultValue={saved?.taxNote}
      />
      <TextArea
        {...field('reverseChargeNote')}
        label="Reverse charge note (optional)"
        hint="Replaces the tax for promoters in other countries that have a tax ID. Without it they are charged your rate."
        maxLength={500}
        defaultValue={saved?.reverseChargeNote}
      />
    </>
  )
}
