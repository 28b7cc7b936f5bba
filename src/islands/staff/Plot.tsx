import { lazy, Suspense, useId } from 'react'
import { useIsLive } from '#islands/use-store.ts'
import { longDay, shortDay } from './staff-words.ts'

export interface Series {
  name: string
  /** One for each day; null where nothing is known yet. */
  values: readonly (number | null)[]
  /** A value in words: '€12.50'. */
  show: (value: number) => string
}

export interface PlotProps {
  /** What it plots: the name of the picture and of the table. */
  name: string
  /** What it shows, in a sentence. */
  says: string
  /** What the upright axis counts. */
  unit: string
  series: readonly Series[]
  /** '2026-11-21', the oldest first; other steps where `step` says how they are called. */
  days: readonly string[]
  step?: StepWords
  /** What grows with time is a line, what each step had is a bar. */
  look?: 'bars' | 'lines'
  /** Its numbers stand in a table beside it already. */
  isTold?: boolean
}

/** How a step of the lower axis is called. */
export interface StepWords {
  name: string
  short: (step: string) => string
  long: (step: string) => string
}

export const DAYS: StepWords = { name: 'Day', short: shortDay, long: longDay }

// The library that draws is larger than the rest of the portal: it comes with the first plot that is shown.
const PlotCanvas = lazy(async () => ({ default: (await import('./PlotCanvas.tsx')).PlotCanvas }))

/** A plot by day with the sentence that it shows above, and its numbers as a table behind. */
export function Plot(props: PlotProps) {
  const isLive = useIsLive()
  const id = useId()
  const blank = <div className="skeleton plot-blank" />
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
        <details className="desk-fold">
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
      <table className="desk-table">
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
