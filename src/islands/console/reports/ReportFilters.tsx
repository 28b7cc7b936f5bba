import { useId } from 'react'
import type { Report } from '#contracts/console/reports.ts'
import { dayIn } from '#islands/staff/staff-words.ts'
import { useStore } from '#islands/use-store.ts'
import { addDays, dayIn as todayIn, reportBy } from '#model/report-spans.ts'
import { $now } from '#stores/clock.ts'
import { $reportEvents, askFor, type ReportAsk } from '#stores/console/reports.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { Choice } from './Choice.tsx'

type Changed = { [Name in keyof ReportAsk]?: ReportAsk[Name] | undefined }

interface Props {
  ask: ReportAsk
  report: Report
}

/** What is not chosen is left out of the address. */
function change(ask: ReportAsk, changed: Changed): void {
  const kept = Object.entries({ ...ask, ...changed }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  askFor({ ...Object.fromEntries(kept), name: ask.name })
}

/** What the report is about. Everything that is chosen stands in the address. */
export function ReportFilters({ ask, report }: Props) {
  const id = useId()
  const isPace = ask.name === 'pace'
  return (
    <div className="report-filters">
      <div className="desk-filters">
        <EventChoice
          id={`${id}-event`}
          label="Event"
          none={isPace ? 'The next one' : 'All events'}
          value={ask.eventId}
          onChoose={(eventId) =>
            change(ask, { eventId, from: undefined, to: undefined, by: undefined, against: undefined })
          }
        />
        {isPace ? (
          <EventChoice
            id={`${id}-against`}
            label="Compared with"
            none="The one before"
            value={ask.against}
            onChoose={(against) => change(ask, { against })}
          />
        ) : (
          <Days ask={ask} report={report} />
        )}
        {report.columns[0]?.kind === 'time' && <Steps ask={ask} report={report} />}
        {report.currencies.length > 1 && !ask.eventId && <Currency ask={ask} report={report} />}
      </div>
      {!isPace && <Spans ask={ask} report={report} />}
    </div>
  )
}

function Days({ ask, report }: Props) {
  const id = useId()
  const { from, to } = report
  return (
    <>
      <Field
        id={`${id}-from`}
        label="From"
        type="date"
        value={from}
        max={to}
        onChange={({ currentTarget: { value } }) => value && change(ask, { from: value, to, by: undefined })}
      />
      <Field
        id={`${id}-to`}
        label="To"
        type="date"
        value={to}
        min={from}
        onChange={({ currentTarget: { value } }) => value && change(ask, { from, to: value, by: undefined })}
      />
    </>
  )
}

function Steps({ ask, report }: Props) {
  const id = useId()
  return (
    <Select
      id={id}
      label="By"
      value={report.by}
      onChange={({ currentTarget: { value } }) =>
        change(ask, { by: reportBy.options.find((by) => by === value) })
      }
    >
      <option value="hour">Hour</option>
      <option value="day">Day</option>
      <option value="week">Week</option>
    </Select>
  )
}

function Currency({ ask, report }: Props) {
  const id = useId()
  return (
    <Select
      id={id}
      label="Currency"
      value={report.currency}
      onChange={({ currentTarget: { value } }) => change(ask, { currency: value })}
    >
      {report.currencies.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </Select>
  )
}

const SPANS = [7, 30, 90, 365] as const

/** The last days with one press. */
function Spans({ ask, report }: Props) {
  const now = useStore($now, 0)
  const today = todayIn(now, report.timeZone)
  const pressed = SPANS.find((days) => report.to === today && report.from === addDays(today, 1 - days))
  return (
    <Choice
      name="The last days"
      options={SPANS.map((days) => ({
        id: String(days),
        words: days === 365 ? '12 months' : `${days} days`,
      }))}
      value={pressed === undefined ? undefined : String(pressed)}
      onChoose={(days) => change(ask, { from: addDays(today, 1 - Number(days)), to: today, by: undefined })}
    />
  )
}

interface ChoiceProps {
  id: string
  label: string
  none: string
  value: string | undefined
  onChoose: (eventId: string | undefined) => void
}

const NO_EVENTS: readonly never[] = []

function EventChoice({ id, label, none, value = '', onChoose }: ChoiceProps) {
  const events = useStore($reportEvents, NO_EVENTS)
  return (
    <Select
      id={id}
      label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    >
      <option value="">{none}</option>
      {events.map((event) => (
        <option key={event.id} value={event.id}>
          {event.title}, {dayIn(event.startsAt, event.timeZone)}
        </option>
      ))}
    </Select>
  )
}
