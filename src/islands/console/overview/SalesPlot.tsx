import { useState } from 'react'
import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/console-urls.ts'
import { Choice } from '#islands/console/reports/Choice.tsx'
import { stepsSay, stepWords } from '#islands/console/reports/report-words.ts'
import { Plot } from '#islands/staff/Plot.tsx'
import { moneyWords } from '#islands/staff/staff-words.ts'

const CHOICES = [
  ['revenue', 'Revenue'],
  ['tickets', 'Tickets'],
  ['views', 'Views'],
] as const

/** The last 30 days, day by day. */
export function SalesPlot({ overview: { days, currency } }: { overview: Overview }) {
  const [chosen, choose] = useState<(typeof CHOICES)[number][0]>('revenue')
  const [, name] = CHOICES.find(([id]) => id === chosen) ?? CHOICES[0]
  const show = (value: number): string =>
    chosen === 'revenue' ? moneyWords(value, currency) : value.toLocaleString('en-GB')
  const points = days.map((each) => ({ step: each.day, value: each[chosen] }))
  return (
    <section className="desk-section" aria-labelledby="sales-title">
      <div className="desk-section-head">
        <h2 id="sales-title">Day by day</h2>
        <a href={consoleUrls.reports()}>All reports</a>
      </div>
      <Choice
        name="What the plot shows"
        options={CHOICES.map(([id, words]) => ({ id, words }))}
        value={chosen}
        onChoose={(id) => choose(CHOICES.find(([each]) => each === id)?.[0] ?? 'revenue')}
      />
      <Plot
        key={chosen}
        name={`${name} by day`}
        says={stepsSay(points, { name, show, words: stepWords('day') })}
        unit={chosen === 'revenue' ? `in ${currency} a day` : 'a day'}
        series={[{ name, values: points.map(({ value }) => value), show }]}
        days={days.map(({ day }) => day)}
      />
    </section>
  )
}
