import { useEffect, useState } from 'react'
import { eventFilter } from '#contracts/console/events.ts'
import type { EventFilters } from '#stores/console/events.ts'

/** What the page's address says: it can be shared, and going back goes back. For what only a browser renders. */
export function useEventFilters(): [EventFilters, (filters: EventFilters, isTyping?: boolean) => void] {
  const [filters, set] = useState(read)
  useEffect(() => {
    const follow = (): void => set(read())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const change = (next: EventFilters, isTyping = false): void => {
    set(next)
    const url = new URL(window.location.href)
    url.search = new URLSearchParams([
      ...(next.when === 'upcoming' ? [] : [['when', next.when]]),
      ...(next.q ? [['q', next.q]] : []),
    ]).toString()
    // A word is one step, not one for each letter.
    if (isTyping) window.history.replaceState(window.history.state, '', url)
    else window.history.pushState(window.history.state, '', url)
  }
  return [filters, change]
}

function read(): EventFilters {
  const query = new URLSearchParams(window.location.search)
  const when = eventFilter.safeParse(query.get('when'))
  return { when: when.success ? when.data : 'upcoming', q: query.get('q') ?? '' }
}
