import { useState } from 'react'
import type { Report, ReportColumn } from '#contracts/console/reports.ts'
import { FunnelBar, formatRatio } from '#ui/plots/FunnelBar.tsx'
import { Plot } from '#ui/plots/Plot.tsx'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'
import { ToggleGroup } from './ToggleGroup.tsx'
import { DAYS_BEFORE_LABELS, plotMessage, stepLabels } from './format-report.ts'

/** Plot of a report by time, by days before the event, or as a funnel. Some reports have none. */
export function ReportPlot({ report }: { report: Report }) {
  if (report.name === 'funnel') return <Funnel report={report} />
  if (report.name === 'pace') return <PacePlot report={report} />
  return report.columns[0]?.kind === 'time' ? <StepPlot report={report} /> : null
}

/** Column that each report plots first. */
const FIRST = { sales: 'revenue', refunds: 'refunded', fees: 'fees' } as Readonly<Record<string, string>>

function StepPlot({ report }: { report: Report }) {
  const columns = report.columns.filter(({ kind }) => kind === 'money' || kind === 'count')
  const [chosen, choose] = useState(FIRST[report.name])
  const column = columns.find(({ id }) => id === chosen) ?? columns[0]
  if (!column) return null
  const words = stepLabels(report.by)
  const show = showing(column, report.currency)
  const values = report.rows.map((row) => Number(row[column.id] ?? 0))
  const days = report.rows.map((row) => String(row['step']))
  const points = days.map((step, index) => ({ step, value: values[index] ?? 0 }))
  return (
    <div className="report-plot">
      <ToggleGroup
        name="Values in the chart"
        options={columns.map(({ id, name }) => ({ id, words: name }))}
        value={column.id}
        onChoose={choose}
      />
      <Plot
        key={column.id}
        name={`${column.name} by ${words.name.toLowerCase()}`}
        description={plotMessage(points, { name: column.name, show, words })}
        unit={column.kind === 'money' ? `in ${report.currency}` : ''}
        series={[{ name: column.name, values, show }]}
        days={days}
        step={words}
        hasTable
      />
    </div>
  )
}

const showing =
  ({ kind }: ReportColumn, currency: string) =>
  (value: number): string =>
    kind === 'money' ? formatAmount(value, currency) : formatNumber(value)

function PacePlot({ report }: { report: Report }) {
  const { rows, columns, event, against } = report
  if (!event) return null
  const series = columns
    .filter(({ kind }) => kind === 'count')
    .map(({ id, name }) => ({
      name: id === 'against' && name === event.name ? `${name}, earlier` : name,
      values: rows.map((row) => (row[id] === null ? null : Number(row[id]))),
      show: (value: number) => formatNumber(value),
    }))
  return (
    <Plot
      name="Tickets sold, by number of days before the event"
      description={paceMessage(report)}
      unit={against ? '' : 'tickets'}
      series={series}
      days={rows.map((row) => String(row['days']))}
      step={DAYS_BEFORE_LABELS}
      variant="lines"
      hasTable
    />
  )
}

function paceMessage({ rows, event, against }: Report): string {
  const last = rows.findLast((row) => row['tickets'] !== null)
  if (!event || !last) return 'Nothing was on sale yet.'
  const sold = `${event.name} has sold ${formatCount(Number(last['tickets']), 'ticket')}`
  const when = DAYS_BEFORE_LABELS.long(String(last['days'])).toLowerCase()
  return against
    ? `${sold} ${when}; ${against.name} had sold ${formatNumber(Number(last['against']))} at the same point.`
    : `${sold} ${when}.`
}

function Funnel({ report }: { report: Report }) {
  const steps = report.rows.map((row) => ({ name: String(row['name']), number: Number(row['number']) }))
  return <FunnelSteps steps={steps} />
}

export function FunnelSteps({ steps }: { steps: readonly { name: string; number: number }[] }) {
  const most = Math.max(1, ...steps.map(({ number }) => number))
  return (
    <div className="funnel report-funnel">
      <ol className="funnel-steps">
        {steps.map(({ name, number }, index) => {
          const of = index > 0 ? formatRatio(number, steps[index - 1]?.number ?? 0, 'of these') : undefined
          return (
            <li key={name}>
              <span className="funnel-name">{name}</span>
              <FunnelBar share={number / most} />
              <span className="funnel-count">
                {formatNumber(number)}
                {of && <small>{of}</small>}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
