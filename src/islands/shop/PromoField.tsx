import { useId, useState } from 'react'
import { $promoCheck, applyPromo, NO_PROMO_CHECK, removePromo } from '#stores/shop/promo.ts'
import { $promo } from '#stores/shop/promo-code.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useStore } from '#islands/platform/use-store.ts'

export function PromoField() {
  const promo = useStore($promo, undefined)
  const check = useStore($promoCheck, NO_PROMO_CHECK)
  const [code, setCode] = useState('')
  const id = useId()
  if (promo) {
    return (
      <p className="promo-applied">
        <span className="badge" translate="no">
          {promo.code}
        </span>
        <Button variant="link" onClick={removePromo} aria-label={`Remove promo code ${promo.code}`}>
          Remove
        </Button>
      </p>
    )
  }
  return (
    <details className="promo" open={check.refusal ? true : undefined}>
      <summary>Add a promo code</summary>
      <form
        className="promo-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void applyPromo(code)
        }}
      >
        <Field
          id={id}
          label="Promo code"
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
