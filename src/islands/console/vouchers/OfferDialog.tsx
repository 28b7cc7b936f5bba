import { showToast } from '#browser/platform/toast-event.ts'
import {
  voucherOfferFields,
  voucherOfferSettings,
  type VoucherOfferSettings,
} from '#contracts/console/pricing/voucher-offer.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import type { BindField } from '#islands/console/staff/RuleScope.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { promoOptions } from '#stores/console/promo-codes.ts'
import { saveVoucherOffer, voucherOffer } from '#stores/console/vouchers/voucher-offer.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

/** Dialog with the settings for vouchers that the promoter sells on its storefront. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const { data: offer, error } = useStore(voucherOffer.$store, LOADING)
  return (
    <TitledDialog isOpen onClose={onClose} className="dialog pricing-dialog" title="Sell vouchers online">
      {offer ? (
        <OfferForm key={offer.version} offer={offer} onClose={onClose} />
      ) : error ? (
        <p role="alert">{error}</p>
      ) : (
        <Skeleton size="form" />
      )}
    </TitledDialog>
  )
}

/** Reads '25 50 99.50' or '25, 50, 99.50'. Invalid amounts become NaN, which the contract refuses. */
const readAmounts = (text: string, currency: string): number[] =>
  text
    .split(/[,;]?\s+|;/)
    .map((part) => part.replace(/,$/, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const read = readAmount(part, currency)
      return 'value' in read ? read.value : Number.NaN
    })

const schemaOf = (version: number) =>
  typedForm((form) => {
    const currency = form.text('currency')
    const amount = (name: string): number => form.amount(name, currency)
    return {
      isActive: form.text('isActive') === 'on',
      currency,
      amounts: readAmounts(form.text('amounts'), currency),
      min: form.optional('min', amount),
      max: form.optional('max', amount),
      text: form.text('text'),
      version,
    }
  }, voucherOfferFields)

function OfferForm({ offer, onClose }: { offer: VoucherOfferSettings; onClose: () => void }) {
  const conflict = useConflict(voucherOfferSettings, offer)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema: schemaOf(offer.version),
    send: (values, version) => saveVoucherOffer({ ...values, version }),
    mineOf: (values) => values,
    onDone: ({ offer: { isActive } }) => {
      showToast({
        type: 'success',
        title: isActive ? 'Vouchers are on sale' : 'Vouchers aren’t on sale',
        message: isActive ? `Buyers find them at ${urls.vouchers()}.` : 'Sold vouchers stay valid.',
      })
      onClose()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>
        Buyers pay by card on your storefront, and we email the code. You receive the money when a voucher is
        used or has expired. Taxes are due only then.
      </p>
      <OfferFields offer={offer} field={field} />
      <FormConflict
        conflict={conflict}
        wordsOf={offerFields}
        onTaken={(theirs) => voucherOffer.adopt(theirs)}
      />
      <FormActions isBusy={isBusy} label="Save" busyLabel="Saving…" />
    </form>
  )
}

function OfferFields({ offer, field }: { offer: VoucherOfferSettings; field: BindField }) {
  const { data } = useStore(promoOptions.$store, LOADING)
  const currencies = [
    ...new Set([offer.currency, ...(data?.events ?? []).map(({ currency }) => currency)]),
  ].toSorted()
  const isNew = offer.version === 0
  return (
    <>
      <Checkbox {...field('isActive')} label="On sale" defaultChecked={offer.isActive} />
      <div className="pricing-row">
        <Field
          {...field('amounts')}
          label="Fixed amounts"
          hint="Eight at most, with spaces between them"
          autoComplete="off"
          defaultValue={isNew ? '25 50 100' : offer.amounts.join(' ')}
        />
        <Select {...field('currency')} label="Currency" defaultValue={offer.currency}>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      </div>
      <div className="pricing-row">
        <Field
          {...field('min')}
          label="Lowest custom amount (optional)"
          hint="Lets buyers enter their own amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={offer.min ?? ''}
        />
        <Field
          {...field('max')}
          label="Highest custom amount (optional)"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={offer.max ?? ''}
        />
      </div>
      <TextArea
        {...field('text')}
        label="Text on the page (optional)"
        hint="Markdown"
        maxLength={2000}
        defaultValue={offer.text}
      />
    </>
  )
}

const offerFields = ({
  isActive,
  amounts,
  currency,
  min,
  max,
  text,
}: VoucherOfferSettings): VersionFields => [
  ['On sale', isActive ? 'Yes' : 'No'],
  ['Fixed amounts', `${amounts.join(' ')} ${currency}`],
  ['Custom amounts', min === null ? 'No' : `${min} to ${max ?? ''}`],
  ['Text', text],
]
