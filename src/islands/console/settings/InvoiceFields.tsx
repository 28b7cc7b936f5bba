import type { PromoterSettings } from '#contracts/console/settings.ts'
import { formatSellerDetails, missingSellerDetails } from '#model/sites/seller-details.ts'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { BindField } from '../staff/RuleScope.tsx'

export function InvoiceFields({ field, settings }: { field: BindField; settings: PromoterSettings }) {
  const missing = missingSellerDetails(settings)
  return (
    <>
      <h2>Invoices</h2>
      {missing.length > 0 && (
        <Notice tone="warning" title="Invoices can’t be issued yet">
          <p>Enter your {formatSellerDetails(missing)}. Until then, buyers can’t download an invoice.</p>
        </Notice>
      )}
      <Field
        {...field('legalName')}
        label="Legal name (optional)"
        hint="Shown on invoices, which can’t be issued without it."
        autoComplete="organization"
        maxLength={200}
        defaultValue={settings.legalName}
      />
      <TextArea
        {...field('legalAddress')}
        label="Address (optional)"
        hint="Shown on invoices, which can’t be issued without it."
        autoComplete="street-address"
        rows={3}
        maxLength={500}
        defaultValue={settings.legalAddress}
      />
      <Field
        {...field('taxId')}
        label="Tax number (optional)"
        hint="For example DE123456789."
        autoComplete="off"
        maxLength={60}
        defaultValue={settings.taxId}
      />
    </>
  )
}
