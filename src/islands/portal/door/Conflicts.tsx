import { Notice } from '#ui/Notice.tsx'
import { formatCount } from '#ui/format/format-numbers.ts'
import { scanRefKey } from '#model/sales/door/scans.ts'
import type { DoorState } from '#stores/portal/door/open-door.ts'
import { scanLabel } from './verdict/verdict-texts.ts'

/** Tickets that were admitted twice because the devices were offline. */
export function Conflicts({ state }: { state: DoorState }) {
  const { conflicts } = state
  if (conflicts.length === 0) return null
  return (
    <Notice tone="warning" title={formatCount(conflicts.length, 'double entry', 'double entries')} urgent>
      <ul className="door-conflicts">
        {conflicts.map(({ first, second, ticket }) => (
          <li key={scanRefKey(second)}>
            <strong>{ticket?.holder || ticket?.code || 'Unknown ticket'}</strong>
            <span>First: {scanLabel(first, state)}</span>
            <span>Again: {scanLabel(second, state)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
