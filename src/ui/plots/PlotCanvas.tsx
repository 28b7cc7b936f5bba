import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import * as z from 'zod/mini'

interface PlotSeries {
  name: string
  /** One value per day; null if unknown. */
  values: readonly (number | null)[]
  /** Formats a value, for example '€12.50'. */
  show: (value: number) => string
}

/** Labels of the intervals on the horizontal axis. */
export interface StepLabels {
  name: string
  short: (step: string) => string
  long: (step: string) => string
}

export interface PlotCanvasProps {
  /** Name of the plot and of the table below it. */
  name: string
  /** Unit of the vertical axis. */
  unit: string
  series: readonly PlotSeries[]
  /** Days such as '2026-11-21', oldest first; other intervals if `step` formats them. */
  days: readonly string[]
  step: StepLabels
  /** Lines for cumulative values; bars for values per interval. */
  variant?: 'bars' | 'lines'
}

const row = z.object({ day: z.string() })

/** The chart library's payload is a row of the data that it was given. */
const dayOf = (payload: unknown): string => z.parse(row, payload).day

const CHARTS = { bars: BarChart, lines: LineChart } as const

/** Bars or lines by interval. The arrow keys move between intervals; screen readers announce the values in the tooltip. */
export function PlotCanvas({ name, unit, series, days, step, variant = 'bars' }: PlotCanvasProps) {
  const rows = days.map((day, index) => ({
    day,
    ...Object.fromEntries(series.flatMap((each) => pointOf(each, index))),
  }))
  const [first] = series
  const Chart = CHARTS[variant]
  return (
    <div className="plot-canvas">
      <p className="plot-legend">
        {series.map((each, index) => (
          <span key={each.name} data-series={index}>
            {each.name} {unit}
          </span>
        ))}
      </p>
      <Chart
        responsive
        className="plot-picture"
        data={rows}
        title={`${name}. Use the arrow keys to go from ${step.name.toLowerCase()} to ${step.name.toLowerCase()}.`}
        margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
        barGap={0}
        barCategoryGap="12%"
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="day"
          tickFormatter={step.short}
          interval="equidistantPreserveStart"
          minTickGap={28}
          tickLine={false}
        />
        <YAxis
          width="auto"
          allowDecimals={false}
          tickFormatter={(value: number) => first?.show(value) ?? String(value)}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(_, [point]) => (point ? step.long(dayOf(point.payload)) : '')}
          formatter={(value, of) => series.find((each) => each.name === of)?.show(Number(value))}
        />
        {series.map((each, index) => drawn(each.name, index, variant))}
      </Chart>
    </div>
  )
}

/** Unknown values have no point. */
function pointOf({ name, values }: PlotSeries, index: number): [string, number][] {
  const value = values[index]
  return value === null ? [] : [[name, value ?? 0]]
}

function drawn(name: string, index: number, variant: 'bars' | 'lines') {
  const shared = { dataKey: name, className: `plot-series-${index}`, isAnimationActive: false }
  return variant === 'bars' ? (
    <Bar key={name} {...shared} radius={[2, 2, 0, 0]} />
  ) : (
    <Line key={name} {...shared} type="linear" dot={false} strokeWidth={2.5} />
  )
}
