import { useMemo, useRef, useState } from 'react'
import { showToast } from '#browser/toast-event.ts'
import { feeTerms, type FeeLevel, type FeeTerms, type PromoterFees } from '#contracts/console/fees.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { BothVersions } from '#islands/console/BothVersions.tsx'
import { differencesOf } from '#islands/console/differences.ts'
import { typedForm } from '#islands/typed-form.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { Result } from '#model/platform/result.ts'
import { dropFees, saveFees, type FeeSpot } from '#stores/console/pricing.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { feeRows, readLevel, SOURCE_WORDS } from './fee-words.ts'
import { WorkedExample } from './WorkedExample.tsx'

interface Props {
  level: FeeLevel
  currency: string
  spot: FeeSpot
  /** Ticket type of the initial example. */
  ticketType: PromoterFees['events'][number]['ticketTypes'][number] | undefined
  /** Who pays the event's fees; 'buyer' for fees of no event. */
  feesPaidBy?: FeesPaidBy
  onDone?: () => void
}

/** Empty fields are zero. Percentages are sent as typed, since a percent sign determines their meaning. */
const feeForm = (currency: string) =>
  typedForm(({ text, amount, optional }): FeeTerms => {
    const money = (name: string): number => optional(name, () => amount(name, currency)) ?? 0
    return {
      ticketBaseFee: money('ticketBaseFee'),
      ticketPercentageFee: text('ticketPercentageFee') || 0,
      orderProcessingFee: money('orderProcessingFee'),
      orderPercentageFee: text('orderPercentageFee') || 0,
    }
  }, feeTerms)

const typedIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

/** Form for the fees of one level, with a live example. */
export function FeeForm({ level, currency, spot, ticketType, feesPaidBy = 'buyer', onDone }: Props) {
  const schema = useMemo(() => feeForm(currency), [currency])
  const { shown, draft, setDraft, taken, conflict, goOn, takeUp } = useShownFees(level)
  const done = (title: string): void => {
    tellSaved(title)
    onDone?.()
  }
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema,
    send: async (terms) =>
      conflict.watch(await saveFees(spot, { ...terms, version: conflict.version() }), terms),
    onDone: (saved) => {
      goOn(saved)
      done('Fees saved')
    },
    onRefusal: (code) => code === 'EDIT_CONFLICT',
  })
  const drop = async (): Promise<void> => {
    const answer = await dropFees(spot, conflict.version())
    // The server deleted the level's own fees, or they changed meanwhile: shows the current ones.
    const now = answer.success ? answer.data : theirsIn(answer)
    if (now) takeUp(now)
    if (answer.success || (now && !now.own)) return done('Your own fees were removed')
    tellKept(now ? CHANGED : answer.error.message)
  }
  return (
    <div className="pricing-split">
      <form
        {...form}
        className="account-form"
        onInput={({ currentTarget }) => setDraft(schema.safeParse(typedIn(currentTarget)).data)}
      >
        <p className="desk-quiet">{SOURCE_WORDS[shown.source]}</p>
        <FormComplaints complaints={complaints} idOf={idOf} />
        <FeeFields key={taken} field={field} terms={shown.terms} currency={currency} />
        <FeeConflict
          both={conflict.both}
          currency={currency}
          onChoose={(theirs, isTheirs) => (isTheirs ? takeUp(theirs) : conflict.goOnFrom(theirs))}
        />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving…' : 'Save fees'}
          </Button>
          {shown.own && (
            <Button look="link" onClick={() => void drop()}>
              {spot.eventId === undefined ? 'Use platform fees' : 'Use your general fees'}
            </Button>
          )}
        </div>
      </form>
      <WorkedExample currency={currency} terms={draft} ticketType={ticketType} feesPaidBy={feesPaidBy} />
    </div>
  )
}

const tellSaved = (title: string): void =>
  showToast({ type: 'success', title, message: 'Event pages and new orders use them from now on.' })

const tellKept = (message: string): void =>
  showToast({ type: 'destructive', title: 'Your fees weren’t removed', message })

const CHANGED = 'Someone else has changed them. You now see the latest version.'

/** Fees that another user saved, from the response of a conflict. */
const theirsIn = (answer: Result<FeeLevel>): FeeLevel | undefined =>
  answer.success || answer.error.code !== 'EDIT_CONFLICT' ? undefined : readLevel(answer.error.details)

/** The saved fees and the edited draft. */
function useShownFees(level: FeeLevel) {
  const [shown, show] = useState(level)
  const [draft, setDraft] = useState<FeeTerms | undefined>(level.terms)
  const [taken, count] = useState(0)
  const conflict = useFeeConflict(level)
  const goOn = (saved: FeeLevel): void => {
    show(saved)
    setDraft(saved.terms)
    conflict.goOnFrom(saved)
  }
  /** Replaces the draft by the saved fees. */
  const takeUp = (saved: FeeLevel): void => {
    goOn(saved)
    count(taken + 1)
  }
  return { shown, draft, setDraft, taken, conflict, goOn, takeUp }
}

/** The version that is sent, and both versions after a conflict. */
function useFeeConflict(level: FeeLevel) {
  const base = useRef(level.own?.version ?? 0)
  const [both, setBoth] = useState<Both>()
  return {
    both,
    version: () => base.current,
    watch: (answer: Result<FeeLevel>, mine: FeeTerms): Result<FeeLevel> => {
      const theirs = theirsIn(answer)
      if (theirs) setBoth({ mine, theirs })
      return answer
    },
    goOnFrom: ({ own }: FeeLevel): void => {
      base.current = own?.version ?? 0
      setBoth(undefined)
    },
  }
}

interface Both {
  mine: FeeTerms
  theirs: FeeLevel
}

interface ConflictProps {
  both: Both | undefined
  currency: string
  onChoose: (theirs: FeeLevel, isTheirs: boolean) => void
}

function FeeConflict({ both, currency, onChoose }: ConflictProps) {
  if (!both) return null
  const { mine, theirs } = both
  return (
    <BothVersions
      differences={differencesOf(feeRows(mine, currency), feeRows(theirs.terms, currency))}
      onChoose={(choice) => onChoose(theirs, choice === 'theirs')}
    />
  )
}

interface FieldsProps {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  terms: FeeTerms
  currency: string
}

function FeeFields({ field, terms, currency }: FieldsProps) {
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <>
      <fieldset className="pricing-group">
        <legend>Per ticket</legend>
        <div className="pricing-row">
          <Field
            {...field('ticketBaseFee')}
            {...amount}
            label={`Amount in ${currency}`}
            defaultValue={terms.ticketBaseFee}
          />
          <Field
            {...field('ticketPercentageFee')}
            autoComplete="off"
            label="plus % of its price"
            hint="For example 2.5%"
            defaultValue={terms.ticketPercentageFee}
          />
        </div>
      </fieldset>
      <fieldset className="pricing-group">
        <legend>Per order</legend>
        <div className="pricing-row">
          <Field
            {...field('orderProcessingFee')}
            {...amount}
            label={`Amount in ${currency}`}
            defaultValue={terms.orderProcessingFee}
          />
          <Field
            {...field('orderPercentageFee')}
            autoComplete="off"
            label="plus % of its tickets"
            hint="After discounts, for example 1%"
            defaultValue={terms.orderPercentageFee}
          />
        </div>
      </fieldset>
    </>
  )
}
