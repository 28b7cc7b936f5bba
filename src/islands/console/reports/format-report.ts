import type { Report, ReportColumn, ReportName, ReportRow } from '#contracts/console/reports.ts'
import { percentChange, type ReportInterval } from '#model/reports/report-spans.ts'
import { DAY_LABELS } from '#ui/plots/Plot.tsx'
import type { StepLabels } from '#ui/plots/PlotCanvas.tsx'
import { formatDayIn, formatLongDay, formatShortDay, formatTimeIn } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'

export const REPORT_LABELS: readonly (readonly [name: ReportName, words: string])[] = [
  ['sales', 'Sales'],
  ['types', 'Ticket types'],
  ['channels', 'Channels'],
  ['links', 'Links'],
  ['promo-codes', 'Promo codes'],
  ['funnel', 'Funnel'],
  ['pace', 'Pace'],
  ['refunds', 'Refunds'],
  ['fees', 'Fees'],
  ['taxes', 'Taxes'],
  ['payouts', 'Payouts'],
]

const hourOf = (step: string): string => `${step.slice(11)}:00`

const STEPS: Readonly<Record<ReportInterval, StepLabels>> = {
  hour: {
    name: 'Hour',
    short: (step) => hourOf(step),
    long: (step) => `${formatLongDay(step.slice(0, 10))}, ${hourOf(step)}`,
  },
  day: DAY_LABELS,
  week: { name: 'Week', short: formatShortDay, long: (step) => `Week of ${formatLongDay(step)}` },
}

export const stepLabels = (by: ReportInterval): StepLabels => STEPS[by]

export const DAYS_BEFORE_LABELS: StepLabels = {
  name: 'Day',
  short: (step) => (step === '0' ? '0' : `−${step}`),
  long: (step) => (step === '0' ? 'The day of the event' : `${formatCount(Number(step), 'day')} before`),
}

export function formatCell(row: ReportRow, { id, kind }: ReportColumn, report: Report): string {
  const value = row[id] ?? null
  if (value === null) return '–'
  if (kind === 'time') return stepLabels(report.by).long(String(value))
  if (kind === 'moment')
    return `${formatDayIn(String(value), report.timeZone)}, ${formatTimeIn(String(value), report.timeZone)}`
  if (typeof value === 'string') return value || '–'
  if (kind === 'money') return formatAmount(value, report.currency)
  return kind === 'share' ? percent(value) : formatNumber(value)
}

const percent = (share: number): string => {
  const whole = share * 100
  return `${whole > 0 && whole < 10 ? whole.toFixed(1) : Math.round(whole)}%`
}

/**
 * Describes the change of a value, for example '+12% on the previous 7 days', or 'same as the previous 7 days'. Returns
 * 'nothing before' or 'none yet' if the previous value was 0.
 */
export function formatChange(now: number, before: number, than: string): string {
  const change = percentChange(now, before)
  if (change === null) return now > 0 ? 'nothing before' : 'none yet'
  if (change === 0) return `same as ${than}`
  return `${change > 0 ? '+' : '−'}${Math.abs(change)}% on ${than}`
}

/** Describes a plot over time in one sentence, for screen readers. */
export function plotMessage(
  points: readonly { step: string; value: number }[],
  { name, show, words }: { name: string; show: (value: number) => string; words: StepLabels },
): string {
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const best = points.reduce<{ step: string; value: number } | undefined>(
    (most, point) => (point.value > (most?.value ?? 0) ? point : most),
    undefined,
  )
  if (!best) return `${name}: nothing in this period.`
  const unit = words.name.toLowerCase()
  return `${name}: ${show(total)} in total. Highest ${unit}: ${words.long(best.step).replace(/^W/, 'w')}, ${show(best.value)}.`
}
