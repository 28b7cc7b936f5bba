import type { DoorDashboard } from '#contracts/console/door/dashboard.ts'
import { formatDayIn, formatTimeIn } from '#ui/format/format-dates.ts'
import { formatCount, formatNumber } from '#ui/format/format-numbers.ts'
import { Plot } from '#ui/plots/Plot.tsx'
import type { StepLabels } from '#ui/plots/PlotCanvas.tsx'

export function Arrivals({ dashboard }: { dashboard: DoorDashboard }) {
  const { arrivals, event } = dashboard
  const { minutes, steps } = arrivals
  const labels = stepLabels(minutes, event.timeZone)
  const most = steps.toSorted((one, other) => other.entries - one.entries)[0]
  return (
    <section className="section" aria-labelledby="door-arrivals">
      <h2 id="door-arrivals">Arrivals</h2>
      {most ? (
        <Plot
          name={`Entries and exits per ${spanLabel(minutes)}`}
          description={`Most entries: ${formatNumber(most.entries)} in ${formatStep(minutes)}, ${labels.long(most.at)}.`}
          unit={`per ${spanLabel(minutes)}`}
          series={[
            { name: 'Entries', values: steps.map(({ entries }) => entries), show: formatNumber },
            { name: 'Exits', values: steps.map(({ exits }) => exits), show: formatNumber },
          ]}
          days={steps.map(({ at }) => at)}
          step={labels}
        />
      ) : (
        <p className="secondary-text">Entries appear here with the first scan.</p>
      )}
    </section>
  )
}

const HOUR = 60
const DAY = 24 * HOUR

function spanLabel(minutes: number): string {
  if (minutes === 1) return 'minute'
  if (minutes === HOUR) return 'hour'
  return minutes === DAY ? 'day' : formatCount(minutes, 'minute')
}

const formatStep = (minutes: number): string =>
  minutes < HOUR ? formatCount(minutes, 'minute') : `one ${spanLabel(minutes)}`

const stepLabels = (minutes: number, timeZone: string): StepLabels => ({
  name: 'Time',
  short: (at) => (minutes === DAY ? formatDayIn(at, timeZone) : formatTimeIn(at, timeZone)),
  long: (at) =>
    minutes === DAY
      ? formatDayIn(at, timeZone)
      : `${formatDayIn(at, timeZone)}, ${formatTimeIn(at, timeZone)}`,
})
