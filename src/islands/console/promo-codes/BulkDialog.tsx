import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { PromoOptions } from '#contracts/console/pricing/promo-codes.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { guessableCodesWarning } from '#model/pricing/promo-guessing.ts'
import { readCount } from '#model/platform/typed-numbers.ts'
import { createPromoCodes } from '#stores/console/promo-codes.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { readPromoTerms } from './read-promo.ts'
import { NEW_PROMO_TERMS, TermFields } from './TermFields.tsx'
import { formatNumber } from '#ui/format/format-numbers.ts'

interface Props {
  options: PromoOptions
  onClose: () => void
  /** Called after the codes were created, to show them in the list. */
  onMade: (batchId: string) => void
}

export function BulkDialog({ options, onClose, onMade }: Props) {
  return (
    <TitledDialog isOpen onClose={onClose} className="dialog pricing-dialog" title="Create many codes">
      <BulkForm options={options} onMade={onMade} />
    </TitledDialog>
  )
}

const schema = typedForm((form) => ({
  ...readPromoTerms(form),
  name: form.text('name'),
  prefix: form.text('prefix'),
  count: form.count('count', 1),
  length: form.count('length', 1),
}))

/** Default terms of generated codes: each code can be used for one order, so that sharing it gains nothing. */
const SINGLE_USE = { ...NEW_PROMO_TERMS, maxUses: 1 }

/** Number of codes; 0 while the input is invalid. */
const countOf = (typed: string): number => {
  const read = readCount(typed)
  return 'value' in read ? read.value : 0
}

function BulkForm({ options, onMade }: Omit<Props, 'onClose'>) {
  // Id of the batch. Repeating a request with the same id doesn't create a second batch.
  const [id] = useState(() => crypto.randomUUID())
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: (fields) => createPromoCodes({ ...fields, id }),
    onDone: ({ batch }) => {
      showToast({
        type: 'success',
        title: `${formatNumber(batch.count)} codes created`,
        message: batch.name,
      })
      onMade(batch.id)
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('name')}
        label="Batch name"
        hint="Helps you find them later, for example who gets them."
        required
      />
      <RandomFields field={field} />
      <TermFields field={field} options={options} terms={SINGLE_USE} isMany />
      <FormActions isBusy={isBusy} label="Create codes" busyLabel="Creating…" />
    </form>
  )
}

function RandomFields({
  field,
}: {
  field: (name: string) => { id: string; name: string; error: string | undefined }
}) {
  const [prefix, setPrefix] = useState('')
  const [count, setCount] = useState('100')
  const [length, setLength] = useState('8')
  const warning = guessableCodesWarning(countOf(length), countOf(count))
  return (
    <fieldset className="pricing-group">
      <legend>Codes</legend>
      <div className="pricing-row">
        <Field
          {...field('count')}
          label="Number of codes"
          inputMode="numeric"
          value={count}
          onChange={(change) => setCount(change.currentTarget.value)}
          required
        />
        <Field
          {...field('prefix')}
          label="Prefix (optional)"
          autoComplete="off"
          value={prefix}
          onChange={(change) => setPrefix(change.currentTarget.value)}
        />
        <Field
          {...field('length')}
          label="Random characters"
          inputMode="numeric"
          value={length}
          onChange={(change) => setLength(change.currentTarget.value)}
          required
        />
      </div>
      <p className="secondary-text">
        Like <code>{prefix.toUpperCase() + 'K7MWXQ4HTB9RDZ2FNC6VP3YE'.slice(0, countOf(length))}</code>
      </p>
      {warning && countOf(length) > 0 && (
        <Notice tone="warning" title="These codes are easy to guess">
          <p>{warning}</p>
        </Notice>
      )}
    </fieldset>
  )
}
