import { useState } from 'react'
import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { ToggleGroup } from '#islands/console/reports/ToggleGroup.tsx'
import { plotMessage, stepLabels } from '#islands/console/reports/format-report.ts'
import { Plot } from '#ui/plots/Plot.tsx'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'

const CHOICES = [
  ['revenue', 'Revenue'],
  ['tickets', 'Tickets'],
  ['views', 'Views'],
] as const

/** Plot of the sales in the chosen period, by day; for today, by hour. */
export function SalesPlot({ overview, days: length }: { overview: Overview; days: number }) {
  const { currency } = overview
  const by = length === 1 ? 'hour' : 'day'
  const words = stepLabels(by)
  const [chosen, choose] = useState<(typeof CHOICES)[number][0]>('revenue')
  const [, name] = CHOICES.find(([id]) => id === chosen) ?? CHOICES[0]
  const show = (value: number): string =>
    chosen === 'revenue' ? formatAmount(value, currency) : formatNumber(value)
  const points = stepsOf(overview, length).map((each) => ({ step: each.step, value: each[chosen] }))
  return (
    <section className="section" aria-labelledby="sales-title">
      <div className="section-head">
        <h2 id="sales-title">{by === 'hour' ? 'Hour by hour' : 'Day by day'}</h2>
        <a href={consoleUrls.reports()}>All reports</a>
      </div>
      <ToggleGroup
        name="Values in the chart"
        options={CHOICES.map(([id, words]) => ({ id, words }))}
        value={chosen}
        onChoose={(id) => choose(CHOICES.find(([each]) => each === id)?.[0] ?? 'revenue')}
      />
      <Plot
        key={`${chosen} ${length}`}
        name={`${name} by ${by}`}
        description={plotMessage(points, { name, show, words })}
        unit={chosen === 'revenue' ? `in ${currency} by ${by}` : `by ${by}`}
        series={[{ name, values: points.map(({ value }) => value), show }]}
        days={points.map(({ step }) => step)}
        step={words}
      />
    </section>
  )
}

const stepsOf = ({ days, hours }: Overview, length: number) =>
  length === 1
    ? hours.map((each) => ({ ...each, step: each.hour }))
    : days.slice(-length).map((each) => ({ ...each, step: each.day }))
