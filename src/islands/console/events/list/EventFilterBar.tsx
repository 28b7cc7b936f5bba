import { useEffect, useRef, useState } from 'react'
import type { EventFilter } from '#contracts/console/events.ts'
import type { EventFilters } from '#stores/console/events/events.ts'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'

const NAMES: readonly (readonly [EventFilter, string])[] = [
  ['upcoming', 'Upcoming'],
  ['draft', 'Drafts'],
  ['past', 'Past'],
  ['cancelled', 'Cancelled'],
]
const PAUSE_MS = 250

interface Props {
  filters: EventFilters
  onChange: (filters: EventFilters, how?: 'typed') => void
}

export function EventFilterBar({ filters, onChange }: Props) {
  return (
    <div className="event-filters">
      <SegmentedControl
        label="Filter events"
        options={NAMES}
        value={filters.when}
        onChoose={(when) => onChange({ ...filters, when })}
      />
      <Search key={filters.when} q={filters.q} onChange={(q) => onChange({ ...filters, q }, 'typed')} />
    </div>
  )
}

/** Search field that searches once the user stops typing. */
function Search({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [typed, type] = useState(q)
  const notifyChange = useRef(onChange)
  useEffect(() => {
    notifyChange.current = onChange
  })
  useEffect(() => {
    if (typed.trim() === q) return undefined
    const pause = setTimeout(() => notifyChange.current(typed.trim()), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, q])
  return (
    <input
      className="input"
      type="search"
      aria-label="Search events"
      placeholder="Title, venue or city"
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}
