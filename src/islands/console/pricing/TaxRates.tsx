import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { createTaxRate, managedTaxRate, type ManagedTaxRate } from '#contracts/console/pricing/taxes.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { addTaxRate, changeTaxRate, removeTaxRate } from '#stores/console/pricing.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Card } from '#ui/Card.tsx'

export function TaxRates({ rates }: { rates: readonly ManagedTaxRate[] }) {
  const [opened, open] = useState<ManagedTaxRate | 'new'>()
  return (
    <>
      <ul className="pricing-rates">
        {rates.map((rate) => (
          <Card as="li" key={rate.id}>
            <span>
              <strong dir="auto">{rate.name}</strong> {rate.percent}%
            </span>
            <Button variant="link" aria-label={`Change ${rate.name}`} onClick={() => open(rate)}>
              Change
            </Button>
          </Card>
        ))}
      </ul>
      {rates.length === 0 && <p>No tax rates yet. Nothing is taxed.</p>}
      <div className="form-actions">
        <Button variant="quiet" onClick={() => open('new')}>
          Add tax rate
        </Button>
      </div>
      {opened && <RateDialog rate={opened === 'new' ? undefined : opened} onClose={() => open(undefined)} />}
    </>
  )
}

interface DialogProps {
  rate: ManagedTaxRate | undefined
  onClose: () => void
}

function RateDialog({ rate, onClose }: DialogProps) {
  const [shown, show] = useState(rate)
  return (
    <TitledDialog isOpen onClose={onClose} title={shown ? 'Change tax rate' : 'Add tax rate'}>
      <RateForm key={shown?.version} rate={shown} onClose={onClose} onTaken={show} />
    </TitledDialog>
  )
}

const schema = typedForm(
  ({ text, percentage }) => ({ name: text('name'), percent: percentage('percent', 4) }),
  createTaxRate.body,
)

function RateForm({ rate, onClose, onTaken }: DialogProps & { onTaken: (theirs: ManagedTaxRate) => void }) {
  const conflict = useConflict(managedTaxRate, rate ?? { version: 0 })
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (fields, version) => (rate ? changeTaxRate(rate.id, { ...fields, version }) : addTaxRate(fields)),
    mineOf: (fields) => rate && { ...rate, ...fields },
    onDone: ({ rate: saved }) => {
      showToast({ type: 'success', title: 'Tax rate saved', message: `${saved.name}, ${saved.percent}%` })
      onClose()
    },
    fieldOf: { TAX_RATE_THERE: 'name' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('name')}
        label="Name"
        hint="Its name on invoices, for example VAT or Sales tax."
        autoComplete="off"
        defaultValue={rate?.name}
      />
      <Field
        {...field('percent')}
        label="Percent"
        hint="Up to four decimals, like 8.875."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={rate?.percent}
      />
      <FormConflict conflict={conflict} wordsOf={rateFields} onTaken={onTaken} />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save tax rate'}
        </Button>
        {rate && <DeleteRate rate={rate} onClose={onClose} />}
      </div>
    </form>
  )
}

function DeleteRate({ rate, onClose }: { rate: ManagedTaxRate; onClose: () => void }) {
  const remove = async (): Promise<void> => {
    const answer = await removeTaxRate(rate.id)
    if (!answer.success)
      return showToast({ type: 'destructive', title: 'Not deleted', message: answer.error.message })
    showToast({ type: 'success', title: 'Tax rate deleted', message: rate.name })
    onClose()
  }
  return (
    <Button variant="link" onClick={() => void remove()}>
      Delete tax rate
    </Button>
  )
}

const rateFields = ({ name, percent }: ManagedTaxRate): VersionFields => [
  ['Name', name],
  ['Percent', `${percent}%`],
]
