import { useState } from 'react'
import { voucherCodeEnd } from '#model/sales/vouchers/voucher-codes.ts'
import {
  $dueAmount,
  $voucherCheck,
  $vouchers,
  addVoucher,
  NO_VOUCHER_CHECK,
  removeVoucher,
} from '#stores/checkout/vouchers.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Price } from '#ui/Price.tsx'
import { useStore } from '#islands/platform/use-store.ts'

const NONE: [] = []

/** Field to add vouchers to the order. Checkout checks them again. */
export function VoucherField() {
  const check = useStore($voucherCheck, NO_VOUCHER_CHECK)
  const [code, setCode] = useState('')
  return (
    <details className="promo" open={check.refusal ? true : undefined}>
      <summary>Use a voucher</summary>
      <form
        className="promo-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void addVoucher(code).then((isAdded) => isAdded && setCode(''))
        }}
      >
        <Field
          id="voucher-code"
          label="Voucher code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          error={check.refusal}
        />
        <Button variant="quiet" type="submit" busy={check.isChecking}>
          {check.isChecking ? 'Checking…' : 'Apply'}
        </Button>
        <output className="visually-hidden">{check.refusal}</output>
      </form>
    </details>
  )
}

/** Amounts that vouchers pay, and the amount left to pay, below the total. */
export function VoucherSummary({ currency }: { currency: string }) {
  const vouchers = useStore($vouchers, NONE)
  const due = useStore($dueAmount, undefined)
  if (vouchers.length === 0 || !due) return null
  return (
    <dl className="price-summary voucher-summary" aria-live="polite">
      {vouchers.map(({ code }) => {
        const used = due.uses.find((use) => use.code === code)
        return (
          <div key={code}>
            <dt>
              Voucher …{voucherCodeEnd(code)}{' '}
              <Button
                variant="link"
                onClick={() => removeVoucher(code)}
                aria-label={`Remove voucher ending in ${voucherCodeEnd(code)}`}
              >
                Remove
              </Button>
            </dt>
            <dd>{used ? <Price cents={used.amountCents} currency={currency} minus /> : 'Not needed'}</dd>
          </div>
        )
      })}
      <div className="price-total">
        <dt>To pay</dt>
        <dd>
          <Price cents={due.dueCents} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}
