import { useState } from 'react'
import * as z from 'zod/mini'
import { goTo } from '#browser/platform/navigate.ts'
import {
  MAX_SERIES_DATES,
  type ConsoleEvent,
  type createSeries,
  type duplicateEvent as duplicateContract,
} from '#contracts/console/events.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import type { Result } from '#model/platform/result.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { addSeriesDates, duplicateEvent } from '#stores/console/events/event-actions.ts'
import { refreshEvent } from '#stores/console/events/event.ts'
import { withFieldErrors } from '#stores/platform/error-message.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { addMinutes, formatWallClock } from './format-event.ts'

const DAY = 1440
const RHYTHMS = [
  { name: 'Once', minutes: 0 },
  { name: 'Every day', minutes: DAY },
  { name: 'Every week', minutes: 7 * DAY },
  { name: 'Every two weeks', minutes: 14 * DAY },
  { name: 'Every four weeks', minutes: 28 * DAY },
] as const
/** Form value of the interval for a single date. */
const ONCE = '0'

interface Props {
  event: ConsoleEvent
  isOpen: boolean
  onClose: () => void
}

/**
 * Dialog to copy the event to another date or to a series of dates. The copies are drafts with the same ticket types and shared capacities,
 * but without sales.
 */
export function DuplicateDialog({ event, isOpen, onClose }: Props) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title={`Duplicate ${event.fields.title}`}>
      {isOpen && <DuplicateForm event={event} onClose={onClose} />}
    </TitledDialog>
  )
}

/** Schema of the form: first date, interval between two dates in minutes, and number of dates. */
const schema = typedForm(
  ({ text, count }) => ({
    startsAt: text('startsAt'),
    rhythm: Number(text('rhythm')),
    count: text('rhythm') === ONCE ? 1 : count('count', 2),
  }),
  z.object({
    startsAt: z.string().check(z.minLength(1, 'Choose a day.')),
    rhythm: z.number(),
    count: z.int().check(z.maximum(MAX_SERIES_DATES, `Enter ${MAX_SERIES_DATES} or less.`)),
  }),
)

function DuplicateForm({ event, onClose }: Omit<Props, 'isOpen'>) {
  const { dates, typed, type } = useDates(event)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: (series) => createDates(event.id, datesOf(series)),
    onDone: async (created) => {
      if ('event' in created) return goTo(consoleUrls.event(created.event.id))
      await refreshEvent()
      onClose()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('startsAt')}
        label="Begins"
        type="datetime-local"
        value={typed.startsAt}
        onChange={({ target }) => type({ startsAt: target.value })}
      />
      <RhythmFields {...{ field, typed, type }} />
      <p className="field-hint" aria-live="polite">
        {formatDates(dates, typed.rhythm)} Each date is a new draft at the same local time, with the same
        ticket types.
      </p>
      <FormActions
        isBusy={isBusy}
        label={typed.rhythm === ONCE ? 'Create draft' : `Create ${dates.length || ''} drafts`}
        busyLabel="Creating…"
      />
    </form>
  )
}

type Created = DataOf<typeof duplicateContract> | DataOf<typeof createSeries>

/** Combines errors of dates into one message, because there is no field for each date. */
async function createDates(id: string, dates: readonly string[]): Promise<Result<Created>> {
  const [first = '', ...others] = dates
  const answer: Result<Created> =
    others.length === 0
      ? await duplicateEvent(id, { startsAt: first })
      : await addSeriesDates(id, [first, ...others])
  const explained = withFieldErrors(answer)
  if (explained.success) return explained
  const { code, message } = explained.error
  return { success: false, error: { code, message } }
}

type Dates = ReturnType<typeof useDates>
type FieldOf = ReturnType<typeof useForm>['field']

function RhythmFields({ field, typed, type }: Pick<Dates, 'typed' | 'type'> & { field: FieldOf }) {
  return (
    <div className="field-pair">
      <Select
        {...field('rhythm')}
        label="Repeats"
        value={typed.rhythm}
        onChange={({ target }) => type({ rhythm: target.value })}
      >
        {RHYTHMS.map(({ name, minutes }) => (
          <option key={name} value={minutes}>
            {name}
          </option>
        ))}
      </Select>
      {typed.rhythm !== ONCE && (
        <Field
          {...field('count')}
          label="Number of dates"
          inputMode="numeric"
          autoComplete="off"
          value={typed.count}
          onChange={({ target }) => type({ count: target.value })}
        />
      )}
    </div>
  )
}

/** The entered values, and the dates that result from them; none while a value is invalid. */
function useDates(event: ConsoleEvent) {
  const [typed, setTyped] = useState(() => ({
    startsAt: addMinutes(event.fields.startsAt, 7 * DAY),
    rhythm: ONCE,
    count: '4',
  }))
  const type = (change: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...change }))
  const series = schema.safeParse(typed)
  return { typed, type, dates: series.success ? datesOf(series.data) : [] }
}

const datesOf = ({ startsAt, rhythm, count }: z.infer<typeof schema>): string[] =>
  addMinutes(startsAt, 0) === ''
    ? []
    : Array.from({ length: count }, (_, index) => addMinutes(startsAt, index * rhythm))

function formatDates(dates: readonly string[], rhythm: string): string {
  const [first, last] = [dates.at(0), dates.at(-1)]
  if (first === undefined || last === undefined)
    return rhythm === ONCE ? 'Choose a day.' : 'Choose a day and the number of dates.'
  return dates.length === 1
    ? `${formatWallClock(first)}.`
    : `From ${formatWallClock(first)} to ${formatWallClock(last)}.`
}
