import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import * as z from 'zod/mini'
import type { PlotProps } from './Plot.tsx'
import { longDay, shortDay } from './staff-words.ts'

const row = z.object({ day: z.string() })

/** What the library hands back is a row of the data that it was given. */
const dayOf = (payload: unknown): string => z.parse(row, payload).day

/** Bars by day. The arrow keys walk along the days; the numbers of each are told as they are for the pointer. */
export function PlotCanvas({ name, unit, series, days }: PlotProps) {
  const rows = days.map((day, index) => ({
    day,
    ...Object.fromEntries(series.map((each) => [each.name, each.values[index] ?? 0])),
  }))
  const [first] = series
  return (
    <div className="plot-canvas">
      <p className="plot-legend">
        {series.map((each, index) => (
          <span key={each.name} data-series={index}>
            {each.name} {unit}
          </span>
        ))}
      </p>
      <BarChart
        responsive
        className="plot-picture"
        data={rows}
        title={`${name}. Use the arrow keys to go from day to day.`}
        margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
        barGap={0}
        barCategoryGap="12%"
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={28} tickLine={false} />
        <YAxis
          width="auto"
          allowDecimals={false}
          tickFormatter={(value: number) => first?.show(value) ?? String(value)}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(_, [point]) => longDay(dayOf(point?.payload))}
          formatter={(value, of) => series.find((each) => each.name === of)?.show(Number(value))}
        />
        {series.map((each, index) => (
          <Bar
            key={each.name}
            dataKey={each.name}
            className={`plot-series-${index}`}
            radius={[2, 2, 0, 0]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </div>
  )
}
