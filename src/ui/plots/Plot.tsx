import { lazy, Suspense, useId } from 'react'
import { formatLongDay, formatShortDay } from '#ui/format/format-dates.ts'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

export interface Series {
  name: string
  /** One value per day; null if unknown. */
  values: readonly (number | null)[]
  /** Formats a value: '€12.50'. */
  show: (value: number) => string
}

export interface PlotProps {
  /** Name of the plot and of its table. */
  name: string
  /** Description in one sentence. */
  says: string
  /** Unit of the vertical axis. */
  unit: string
  series: readonly Series[]
  /** Days like '2026-11-21', oldest first; other steps if `step` formats them. */
  days: readonly string[]
  step?: StepLabels
  /** Lines for cumulative values, bars for values per step. */
  variant?: 'bars' | 'lines'
  /** The page already has a table of these values. */
  isTold?: boolean
}

/** Formatting of the steps on the horizontal axis. */
export interface StepLabels {
  name: string
  short: (step: string) => string
  long: (step: string) => string
}

export const DAYS: StepLabels = { name: 'Day', short: formatShortDay, long: formatLongDay }

// Loaded on demand, since the chart library is larger than the rest of the portal.
const PlotCanvas = lazy(async () => ({ default: (await import('./PlotCanvas.tsx')).PlotCanvas }))

/** A plot by day, with a description above and its values in a table below. */
export function Plot(props: PlotProps) {
  const isLive = useIsLive()
  const id = useId()
  const blank = <Skeleton size="plot" />
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption id={id}>{props.says}</figcaption>
      {isLive ? (
        <Suspense fallback={blank}>
          <PlotCanvas {...props} />
        </Suspense>
      ) : (
        blank
      )}
      {!props.isTold && (
        <details className="fold">
          <summary>Show as table</summary>
          <PlotTable {...props} />
        </details>
      )}
    </figure>
  )
}

function PlotTable({ name, days, series, step = DAYS }: PlotProps) {
  return (
    // Scrolls by keyboard, too.
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
