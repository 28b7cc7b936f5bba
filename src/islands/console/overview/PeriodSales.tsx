import type { Overview } from '#contracts/console/reports.ts'
import { ToggleGroup } from '#islands/console/reports/ToggleGroup.tsx'
import { formatChange } from '#islands/console/reports/format-report.ts'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'

const LABELS: Readonly<Record<number, { name: string; than: string }>> = {
  1: { name: 'Today', than: 'yesterday at this time' },
  7: { name: '7 days', than: 'the previous 7 days' },
  30: { name: '30 days', than: 'the previous 30 days' },
}

interface Props {
  overview: Overview
  days: number
  onChoose: (days: number) => void
}

/** Sales of a period, compared with the preceding period of the same length. */
export function PeriodSales({ overview: { periods, currency }, days, onChoose }: Props) {
  const period = periods.find((each) => each.days === days) ?? periods[0]
  if (!period) return null
  const { now, before } = period
  const than = LABELS[period.days]?.than ?? 'before'
  return (
    <section className="section" aria-labelledby="periods-title">
      <div className="section-head">
        <h2 id="periods-title">Key figures</h2>
        <ToggleGroup
          name="Span"
          options={periods.map((each) => ({ id: String(each.days), words: LABELS[each.days]?.name ?? '' }))}
          value={String(period.days)}
          onChoose={(id) => onChoose(Number(id))}
        />
      </div>
      <dl className="figures" aria-live="polite">
        <LabelledValue
          name="Revenue"
          value={formatAmount(now.revenue, currency)}
          hint={formatChange(now.revenue, before.revenue, than)}
        />
        <LabelledValue
          name="Tickets"
          value={formatNumber(now.tickets)}
          hint={formatChange(now.tickets, before.tickets, than)}
        />
        <LabelledValue
          name="Orders"
          value={formatNumber(now.orders)}
          hint={formatChange(now.orders, before.orders, than)}
        />
        <LabelledValue
          name="Views of event pages"
          value={formatNumber(now.views)}
          hint={formatChange(now.views, before.views, than)}
        />
      </dl>
    </section>
  )
}
