import { Notice } from '#ui/Notice.tsx'
import { formatNumber } from '#ui/format/format-numbers.ts'
import type { DoorState } from '#stores/portal/door/open-door.ts'

/** Fraction of the capacity from which the door shows a warning. */
const NEARLY_FULL = 0.95

export function DoorCounts({ state: { counts, roomCapacity } }: { state: DoorState }) {
  const { inside, byType } = counts
  const isFull = roomCapacity !== null && inside >= roomCapacity
  const isNearlyFull = roomCapacity !== null && inside >= roomCapacity * NEARLY_FULL
  return (
    <section className="door-counts" aria-labelledby="counts-title">
      <h2 id="counts-title">Inside</h2>
      <p className="door-inside">
        {formatNumber(inside)}
        {roomCapacity !== null && ` of ${formatNumber(roomCapacity)}`}
      </p>
      {isNearlyFull && (
        <Notice
          tone={isFull ? 'danger' : 'warning'}
          title={isFull ? 'The room is full' : 'The room is nearly full'}
        />
      )}
      <dl>
        {byType.map(({ id, name, tickets, admitted }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              {formatNumber(admitted)} of {formatNumber(tickets)} admitted
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
