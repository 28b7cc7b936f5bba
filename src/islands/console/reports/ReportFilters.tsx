import { useId, useState } from 'react'
import type { Report } from '#contracts/console/reports.ts'
import { addDays, dateAt } from '#model/platform/time/days.ts'
import { formatDayIn } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { hasTooManyIntervals, reportInterval, type ReportInterval } from '#model/reports/report-spans.ts'
import { $now } from '#stores/platform/clock.ts'
import { selectReport, reportEvents, type ReportSelection } from '#stores/console/reports.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { ToggleGroup } from './ToggleGroup.tsx'

type Changed = { [Name in keyof ReportSelection]?: ReportSelection[Name] | undefined }

interface Props {
  selection: ReportSelection
  /** The last response. It contains the currencies to choose from and the default values. */
  known: Report | undefined
  /** True if the current request was refused, so that `known` is about other days. */
  isRefused: boolean
}

interface Selected {
  selection: ReportSelection
  known: Report | undefined
  from: string | undefined
  to: string | undefined
}

/** Changes a filter. Default values aren't written to the URL. */
function change(selection: ReportSelection, changed: Changed): void {
  const kept = Object.entries({ ...selection, ...changed }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  selectReport({ ...Object.fromEntries(kept), name: selection.name })
}

export function ReportFilters({ selection, known, isRefused }: Props) {
  const id = useId()
  const isPace = selection.name === 'pace'
  const selected = { selection, known, ...daysOf(selection, isRefused ? undefined : known) }
  return (
    <div className="report-filters">
      <div className="filters">
        <EventSelect
          id={`${id}-event`}
          label="Event"
          none={isPace ? 'Next event' : 'All events'}
          value={selection.eventId}
          onChoose={(eventId) =>
            change(selection, { eventId, from: undefined, to: undefined, by: undefined, against: undefined })
          }
        />
        {isPace ? (
          <EventSelect
            id={`${id}-against`}
            label="Compare with"
            none="Previous event"
            value={selection.against}
            onChoose={(against) => change(selection, { against })}
          />
        ) : (
          <Days {...selected} />
        )}
        <Steps {...selected} />
        {!selection.eventId && <Currency selection={selection} known={known} />}
      </div>
      {!isPace && <Spans {...selected} />}
    </div>
  )
}

/** First and last day. The defaults come from the response. */
const daysOf = (selection: ReportSelection, answer: Report | undefined): Pick<Selected, 'from' | 'to'> => ({
  from: selection.from ?? answer?.from,
  to: selection.to ?? answer?.to,
})

function Days({ selection, from, to }: Selected) {
  return (
    <>
      <DayField
        label="From"
        value={from}
        max={to}
        onChoose={(day) => change(selection, { from: day, to, by: undefined })}
      />
      <DayField
        label="To"
        value={to}
        min={from}
        onChoose={(day) => change(selection, { from, to: day, by: undefined })}
      />
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
}

/** Dates before this are ignored, because typing the year 2026 yields the year 2 first. */
const FIRST_DAY = '2000-01-01'

function DayField({ value = '', onChoose, ...field }: DayProps) {
  const id = useId()
  const [typed, type] = useState<string>()
  return (
    <Field
      {...field}
      id={id}
      type="date"
      value={typed ?? value}
      onChange={({ currentTarget: { value: day } }) => {
        type(day)
        if (day >= FIRST_DAY) onChoose(day)
      }}
      onBlur={() => type(undefined)}
    />
  )
}

const STEPS: Readonly<Record<ReportInterval, string>> = { hour: 'Hour', day: 'Day', week: 'Week' }

/**
 * Choice of intervals (such as days and weeks) that fit the period. Includes a requested interval that was refused, so that the error makes
 * sense.
 */
function Steps({ selection, known, from, to }: Selected) {
  const id = useId()
  const fits = (by: ReportInterval): boolean => !from || !to || !hasTooManyIntervals({ from, to, by })
  const value = selection.by ?? known?.by
  const hasSteps = known ? known.columns[0]?.kind === 'time' : selection.by !== undefined
  if (!hasSteps) return null
  return (
    <Select
      id={id}
      label="By"
      value={value}
      onChange={({ currentTarget }) =>
        change(selection, { by: reportInterval.options.find((by) => by === currentTarget.value) })
      }
    >
      {reportInterval.options
        .filter((by) => by === value || fits(by))
        .map((by) => (
          <option key={by} value={by} disabled={!fits(by)}>
            {STEPS[by]}
          </option>
        ))}
    </Select>
  )
}

/** Filter by currency. Before the first response, lists only the requested currency, so that it can be removed. */
function Currency({ selection, known }: Pick<Selected, 'selection' | 'known'>) {
  const id = useId()
  const offered = new Set([...(known?.currencies ?? ['']), selection.currency ?? known?.currency ?? ''])
  if (offered.size < 2) return null
  return (
    <Select
      id={id}
      label="Currency"
      value={selection.currency ?? known?.currency ?? ''}
      onChange={({ currentTarget: { value } }) => change(selection, { currency: value })}
    >
      {[...offered].map((each) => (
        <option key={each} value={each}>
          {each || 'Default'}
        </option>
      ))}
    </Select>
  )
}

const SPANS = [7, 30, 90, 365] as const

/** Buttons for the most recent periods. */
function Spans({ selection, known, from, to }: Selected) {
  const now = useStore($now, 0)
  const today = dateAt(now, known?.timeZone)
  const pressed = SPANS.find((days) => to === today && from === addDays(today, 1 - days))
  return (
    <ToggleGroup
      name="Recent periods"
      options={SPANS.map((days) => ({
        id: String(days),
        words: days === 365 ? '12 months' : `${days} days`,
      }))}
      value={pressed === undefined ? undefined : String(pressed)}
      onChoose={(days) =>
        change(selection, { from: addDays(today, 1 - Number(days)), to: today, by: undefined })
      }
    />
  )
}

interface SelectProps {
  id: string
  label: string
  none: string
  value: string | undefined
  onChoose: (eventId: string | undefined) => void
}

function EventSelect({ id, label, none, value = '', onChoose }: SelectProps) {
  const { data: events = [] } = useStore(reportEvents.$store, LOADING)
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
          {event.title}, {formatDayIn(event.startsAt, event.timeZone)}
        </option>
      ))}
    </Select>
  )
}
