import type { Clock } from '#server/context.ts'
import type { Db } from '#server/platform/db/query.ts'
import { writeVisits, type CountedVisits } from './visit-total-rows.ts'

export interface VisitCounter {
  view: (slug: string, channel: string) => void
  /** Counts a cart that holds tickets, for each of these events. Repeated calls for the same cart and event are normally not counted. */
  hold: (cartId: string, eventIds: readonly string[]) => void
  /** Writes the counts to the database. If that fails, keeps them for the next call. */
  flush: () => Promise<void>
}

/** Maximum number of counts between two flushes, so that requests with made-up URLs can't use up the memory. */
const MAX_KEYS = 20_000
const MAX_CARTS = 20_000

/**
 * Counts visits in memory, so that a page view needs no statement. If the process is killed, the counts of a few seconds are
 * lost. Stores no personal data.
 */
export function createVisitCounter(db: Db, clock: Clock): VisitCounter {
  let counted = new Map<string, CountedVisits>()
  const carts = new Set<string>()
  const countOf = (key: string, fresh: Omit<CountedVisits, 'views' | 'holds'>): CountedVisits | undefined => {
    const known = counted.get(key)
    if (known || counted.size >= MAX_KEYS) return known
    const made = { ...fresh, views: 0, holds: 0 }
    counted.set(key, made)
    return made
  }
  return {
    view: (slug, channel) => {
      const count = countOf(`${channel} ${slug}`, { slug, eventId: null, channel })
      if (count) count.views += 1
    },
    hold: (cartId, eventIds) => {
      for (const eventId of eventIds) {
        const key = `${cartId} ${eventId}`
        if (carts.has(key)) continue
        if (carts.size >= MAX_CARTS) carts.clear()
        carts.add(key)
        const count = countOf(eventId, { slug: '', eventId, channel: '' })
        if (count) count.holds += 1
      }
    },
    flush: async () => {
      if (counted.size === 0) return
      const flushing = counted
      counted = new Map()
      try {
        await writeVisits(db, [...flushing.values()], new Date(clock.now()))
      } catch (error) {
        for (const [key, { views, holds, ...about }] of flushing) {
          const count = countOf(key, about)
          if (!count) break
          count.views += views
          count.holds += holds
        }
        throw error
      }
    },
  }
}
