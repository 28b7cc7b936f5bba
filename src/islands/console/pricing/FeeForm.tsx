import { useMemo, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { FeeLevel, FeeTerms, PromoterFees } from '#contracts/console/pricing/fees.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { removeFees, ownTerms, saveFees, type FeeTarget } from '#stores/console/pricing.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { feeFormSchema, versionedFees, withVersion } from './fee-form.ts'
import { feeRows, FEE_SOURCE_MESSAGES } from './fee-labels.ts'
import { FeeFields } from './FeeFields.tsx'
import { WorkedExample } from './WorkedExample.tsx'

interface Props {
  level: FeeLevel
  currency: string
  spot: FeeTarget
  /** Ticket type used in the example when the form opens. */
  ticketType: PromoterFees['events'][number]['ticketTypes'][number] | undefined
  /** Payer of the event's fees; 'buyer' for fees that apply to all events. */
  feesPaidBy?: FeesPaidBy
  onDone?: () => void
}

/** Form for the fees of one level, with an example that is updated while typing. */
export function FeeForm({ level, currency, spot, ticketType, feesPaidBy = 'buyer', onDone }: Props) {
  const [{ shown, openings }, show] = useState({ shown: level, openings: 0 })
  const [draft, setDraft] = useState<FeeTerms | undefined>(level.terms)
  const { data } = useStore(ownTerms.$store, LOADING)
  const terms = data && (data.currencies.find((each) => each.currency === currency)?.terms ?? null)
  return (
    <div className="pricing-split">
      <EditFees
        key={openings}
        level={shown}
        currency={currency}
        spot={spot}
        onEdit={setDraft}
        onChange={(saved, isFormKept) => {
          show({ shown: saved, openings: isFormKept ? openings : openings + 1 })
          setDraft(saved.terms)
        }}
        onDone={(title) => {
          const message = 'Event pages and new orders use them from now on.'
          showToast({ type: 'success', title, message })
          onDone?.()
        }}
      />
      <WorkedExample
        currency={currency}
        fees={draft}
        terms={terms}
        ticketType={ticketType}
        feesPaidBy={feesPaidBy}
      />
    </div>
  )
}

interface EditProps extends Pick<Props, 'level' | 'currency' | 'spot'> {
  /** Called on each change of the form. `draft` is undefined while a field is invalid. */
  onEdit: (draft: FeeTerms | undefined) => void
  /** Called after the saved fees have changed. If `isFormKept`, the form keeps the input; otherwise it shows the saved fees. */
  onChange: (saved: FeeLevel, isFormKept: boolean) => void
  onDone: (title: string) => void
}

function EditFees({ level, currency, spot, onEdit, onChange, onDone }: EditProps) {
  const schema = useMemo(() => feeFormSchema(currency), [currency])
  const conflict = useConflict(versionedFees, withVersion(level))
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (terms, version) => saveFees(spot, { ...terms, version }),
    mineOf: (terms) => withVersion({ ...level, terms }),
    onDone: (saved) => {
      conflict.rebase(withVersion(saved))
      onChange(saved, true)
      onDone('Fees saved')
    },
  })
  return (
    <form
      {...form}
      className="account-form"
      onInput={({ currentTarget }) =>
        onEdit(schema.safeParse(Object.fromEntries(new FormData(currentTarget))).data)
      }
    >
      <p className="secondary-text">{FEE_SOURCE_MESSAGES[level.source]}</p>
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <FeeFields field={field} terms={level.terms} currency={currency} />
      <FormConflict
        conflict={conflict}
        wordsOf={({ terms }) => feeRows(terms, currency)}
        onTaken={(theirs) => onChange(theirs, false)}
      />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save fees'}
        </Button>
        {level.own && (
          <RemoveFees
            spot={spot}
            version={conflict.version}
            onChange={(saved) => onChange(saved, false)}
            onDone={onDone}
          />
        )}
      </div>
    </form>
  )
}

interface RemoveProps {
  spot: FeeTarget
  version: () => number
  onChange: (saved: FeeLevel) => void
  onDone: (title: string) => void
}

function RemoveFees({ spot, version, onChange, onDone }: RemoveProps) {
  const remove = async (): Promise<void> => {
    const answer = await removeFees(spot, version())
    // Shows the current fees if the level's own fees were deleted or someone else has changed them.
    const current = answer.success ? answer.data : conflictingVersionIn(answer, versionedFees)
    if (current) onChange(current)
    if (answer.success || (current && !current.own)) return onDone('Your own fees were removed')
    const message = current ? CHANGED : answer.error.message
    showToast({ type: 'destructive', title: 'Your fees weren’t removed', message })
  }
  return (
    <Button variant="link" onClick={() => void remove()}>
      {spot.eventId === undefined ? 'Use default fees' : 'Use your general fees'}
    </Button>
  )
}

const CHANGED = 'Someone else has changed them. You now see the latest version.'
