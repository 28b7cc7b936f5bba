import { lazy, Suspense, useId } from 'react'
import { formatLongDay, formatShortDay } from '#ui/format/format-dates.ts'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import type { PlotCanvasProps, StepLabels } from './PlotCanvas.tsx'

interface Props extends Omit<PlotCanvasProps, 'step'> {
  /** Description of the plot in one sentence. */
  description: string
  step?: StepLabels
  /** True if the page already has a table of these values. */
  hasTable?: boolean
}

export const DAY_LABELS: StepLabels = { name: 'Day', short: formatShortDay, long: formatLongDay }

// The plot is loaded on demand, because the chart library is larger than the rest of the portal.
const PlotCanvas = lazy(async () => ({ default: (await import('./PlotCanvas.tsx')).PlotCanvas }))

/** Plot by day, with a description above it and a table of the values below it. */
export function Plot({ description, step = DAY_LABELS, hasTable = false, ...plotted }: Props) {
  const isLive = useIsLive()
  const id = useId()
  const blank = <Skeleton size="plot" />
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption id={id}>{description}</figcaption>
      {isLive ? (
        <Suspense fallback={blank}>
          <PlotCanvas {...plotted} step={step} />
        </Suspense>
      ) : (
        blank
      )}
      {!hasTable && (
        <details className="fold">
          <summary>Show as table</summary>
          <PlotTable {...plotted} step={step} />
        </details>
      )}
    </figure>
  )
}

function PlotTable({ name, days, series, step }: PlotCanvasProps) {
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
