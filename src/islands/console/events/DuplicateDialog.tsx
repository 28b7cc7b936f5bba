import { useState } from 'react'
import { goTo } from '#browser/navigate.ts'
import { MOST_DATES, type ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/console-urls.ts'
import type { Failure } from '#model/result.ts'
import { addDates, duplicate } from '#stores/console/event-moves.ts'
import { refreshEvent } from '#stores/console/event.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Select } from '#ui/Select.tsx'
import { laterBy, wallClockWords } from './event-words.ts'

const DAY = 1440
const RHYTHMS = [
  { name: 'Once', minutes: 0 },
  { name: 'Every day', minutes: DAY },
  { name: 'Every week', minutes: 7 * DAY },
  { name: 'Every two weeks', minutes: 14 * DAY },
  { name: 'Every four weeks', minutes: 28 * DAY },
] as const

interface Props {
  event: ConsoleEvent
  isOpen: boolean
  onClose: () => void
}

/** Another date, or a series of them: drafts with the same ticket types and nothing sold. */
export function DuplicateDialog({ event, isOpen, onClose }: Props) {
  return (
    <Dialog className="dialog" isOpen={isOpen} onClose={onClose} labelledBy="duplicate-title">
      <h2 id="duplicate-title">More dates of {event.fields.title}</h2>
      {isOpen && <DuplicateForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

function DuplicateForm({ event, onClose }: Omit<Props, 'isOpen'>) {
  const { dates, startsAt, setStart, rhythm, setRhythm, count, setCount } = useDates(event)
  const [isBusy, setBusy] = useState(false)
  const [failure, fail] = useState<Failure['error']>()
  const send = async (): Promise<void> => {
    const [first] = dates
    if (first === undefined) return
    setBusy(true)
    const answer =
      dates.length === 1 ? await duplicate(event.id, { startsAt: first }) : await addDates(event.id, dates)
    setBusy(false)
    if (!answer.success) return fail(answer.error)
    if ('event' in answer.data) return goTo(consoleUrls.event(answer.data.event.id))
    await refreshEvent()
    onClose()
  }
  return (
    <div className="account-form">
      {failure && <Notice tone="danger" title={wordsOf(failure)} urgent />}
      <Field
        id="duplicate-start"
        label="Begins"
        type="datetime-local"
        value={startsAt}
        onChange={({ target }) => setStart(target.value)}
      />
      <RhythmFields {...{ rhythm, setRhythm, count, setCount }} />
      <p className="field-hint" aria-live="polite">
        {datesWords(dates)} At the same hour on the venue’s wall, as drafts, with its ticket types and nothing
        sold.
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void send()}>
          {isBusy ? 'Creating…' : dates.length === 1 ? 'Create draft' : `Create ${dates.length} drafts`}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

type Dates = ReturnType<typeof useDates>

function RhythmFields(props: Pick<Dates, 'rhythm' | 'setRhythm' | 'count' | 'setCount'>) {
  const { rhythm, setRhythm, count, setCount } = props
  return (
    <div className="field-pair">
      <Select
        id="duplicate-rhythm"
        label="Repeats"
        value={rhythm}
        onChange={({ target }) => setRhythm(Number(target.value))}
      >
        {RHYTHMS.map(({ name, minutes }) => (
          <option key={name} value={minutes}>
            {name}
          </option>
        ))}
      </Select>
      {rhythm > 0 && (
        <Field
          id="duplicate-count"
          label="How many dates"
          type="number"
          min={2}
          max={MOST_DATES}
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      )}
    </div>
  )
}

/** The days that are asked for; none while the first is no day yet. */
function useDates(event: ConsoleEvent) {
  const [startsAt, setStart] = useState(() => laterBy(event.fields.startsAt, 7 * DAY))
  const [rhythm, setRhythm] = useState(0)
  const [count, setCount] = useState('4')
  const wanted = rhythm === 0 ? 1 : Math.min(MOST_DATES, Math.max(2, Math.trunc(Number(count)) || 2))
  const dates =
    laterBy(startsAt, 0) === ''
      ? []
      : Array.from({ length: wanted }, (_, index) => laterBy(startsAt, index * rhythm))
  return { dates, startsAt, setStart, rhythm, setRhythm, count, setCount }
}

function datesWords(dates: readonly string[]): string {
  const [first, last] = [dates.at(0), dates.at(-1)]
  if (first === undefined || last === undefined) return 'Choose a day.'
  return dates.length === 1
    ? `${wallClockWords(first)}.`
    : `From ${wallClockWords(first)} to ${wallClockWords(last)}.`
}

function wordsOf({ message, details }: Failure['error']): string {
  const [first]: unknown[] = Array.isArray(details) ? details : []
  const isTold = typeof first === 'object' && first !== null && 'message' in first
  return isTold ? String(first.message) : message
}
