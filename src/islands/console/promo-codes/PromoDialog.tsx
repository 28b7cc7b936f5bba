import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  managedPromoCode,
  type ManagedPromoCode,
  type PromoOptions,
} from '#contracts/console/pricing/promo-codes.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { RemoveButton } from '#islands/console/RemoveButton.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { addPromoCode, changePromoCode, removePromoCode } from '#stores/console/promo-codes.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatPromoFields } from './format-promo-code.ts'
import { promoForm } from './read-promo.ts'
import { TermFields } from './TermFields.tsx'

interface Props {
  options: PromoOptions
  /** Promo code to edit; undefined to create one. */
  promo?: ManagedPromoCode | undefined
  onClose: () => void
}

export function PromoDialog({ options, promo, onClose }: Props) {
  const [shown, show] = useState(promo)
  const done = (title: string, code: string): void => {
    showToast({ type: 'success', title, message: code })
    onClose()
  }
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      className="dialog pricing-dialog"
      title={shown ? shown.code : 'Add promo code'}
    >
      {shown ? (
        <ChangePromo key={shown.version} options={options} promo={shown} onDone={done} onTaken={show} />
      ) : (
        <NewPromo options={options} onDone={done} />
      )}
    </TitledDialog>
  )
}

type Done = (title: string, code: string) => void

const NAME_FIELD = {
  label: 'Code',
  autoComplete: 'off',
  spellCheck: false,
  autoCapitalize: 'characters',
} as const

function NewPromo({ options, onDone }: { options: PromoOptions; onDone: Done }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: promoForm,
    send: addPromoCode,
    onDone: ({ promoCode }) => onDone('Promo code added', promoCode.code),
    fieldOf: { PROMO_CODE_TAKEN: 'code' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field {...field('code')} {...NAME_FIELD} hint="Buyers enter this code. It isn’t case-sensitive." />
      <TermFields field={field} options={options} />
      <FormActions isBusy={isBusy} label="Add promo code" busyLabel="Adding…" />
    </form>
  )
}

interface ChangeProps {
  options: PromoOptions
  promo: ManagedPromoCode
  onDone: Done
  onTaken: (theirs: ManagedPromoCode) => void
}

function ChangePromo({ options, promo, onDone, onTaken }: ChangeProps) {
  const conflict = useConflict(managedPromoCode, promo)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema: promoForm,
    send: (fields, version) => changePromoCode(promo.id, { ...fields, version }),
    mineOf: (fields) => ({ ...promo, ...fields, hasNoTypeLeft: fields.hasNoTypeLeft ?? false }),
    onDone: ({ promoCode }) => onDone('Promo code saved', promoCode.code),
    fieldOf: { PROMO_CODE_TAKEN: 'code' },
  })
  const isUsed = promo.used + promo.reserved > 0
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field {...field('code')} {...NAME_FIELD} defaultValue={promo.code} readOnly={isUsed} />
      <TermFields field={field} options={options} terms={promo} isOfferKept={isUsed} />
      <FormConflict
        conflict={conflict}
        wordsOf={(version) => formatPromoFields(version, options)}
        onTaken={onTaken}
      />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save promo code'}
        </Button>
        {!isUsed && (
          <RemoveButton
            label="Delete promo code"
            remove={() => removePromoCode(promo.id)}
            onGone={() => onDone('Promo code deleted', promo.code)}
          />
        )}
      </div>
    </form>
  )
}
