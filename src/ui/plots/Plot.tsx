import { lazy, Suspense, useId } from 'react'
import { formatLongDay, formatShortDay } from '#ui/format/format-dates.ts'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

export interface PlotSeries {
  name: string
  /** One value per day; null if unknown. */
  values: readonly (number | null)[]
  /** Formats a value, for example '€12.50'. */
  show: (value: number) => string
}

export interface PlotProps {
  /** Name of the plot and of the table below it. */
  name: string
  /** Description of the plot in one sentence. */
  description: string
  /** Unit of the vertical axis. */
  unit: string
  series: readonly PlotSeries[]
  /** Days such as '2026-11-21', oldest first; other intervals if `step` formats them. */
  days: readonly string[]
  step?: StepLabels
  /** Lines for cumulative values; bars for values per interval. */
  variant?: 'bars' | 'lines'
  /** True if the page already has a table of these values. */
  hasTable?: boolean
}

/** Labels of the intervals on the horizontal axis. */
export interface StepLabels {
  name: string
  short: (step: string) => string
  long: (step: string) => string
}

export const DAY_LABELS: StepLabels = { name: 'Day', short: formatShortDay, long: formatLongDay }

// The plot is loaded on demand, because the chart library is larger than the rest of the portal.
const PlotCanvas = lazy(async () => ({ default: (await import('./PlotCanvas.tsx')).PlotCanvas }))

/** Plot by day, with a description above it and a table of the values below it. */
export function Plot(props: PlotProps) {
  const isLive = useIsLive()
  const id = useId()
  const blank = <Skeleton size="plot" />
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption id={id}>{props.description}</figcaption>
      {isLive ? (
        <Suspense fallback={blank}>
          <PlotCanvas {...props} />
        </Suspense>
      ) : (
        blank
      )}
      {!props.hasTable && (
        <details className="fold">
          <summary>Show as table</summary>
          <PlotTable {...props} />
        </details>
      )}
    </figure>
  )
}

function PlotTable({ name, days, series, step = DAY_LABELS }: PlotProps) {
  return (
    // The section can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-scroll" aria-label={name} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{step.name}</th>
            {series.map((each) => (
              <th key={each.name} scope="col" className="number">
                {each.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{step.long(day)}</th>
              {series.map((each) => (
                <td key={each.name} className="number">
                  {each.show(each.values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
