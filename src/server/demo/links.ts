import { aurora } from './aurora/aurora.ts'
import { seededRandom, deriveCode, deriveId } from './seeded-random.ts'
import { eventIdOf, promoterIdOf } from './demo-ids.ts'
import { dateInDays } from './moments.ts'
import type { PlannedOrder } from '#server/demo/orders/plan-orders.ts'

export const DEMO_MEMBER_EMAIL = 'sales@aurora.example'
export const demoMemberId = (): string => deriveId('account', DEMO_MEMBER_EMAIL)

interface DemoLink {
  code: string
  name: string
  /** Target event; the storefront if undefined. */
  eventSlug?: string
  source: string
  /** Share of an event's orders that came through the link, by the event's slug. */
  shares: Readonly<Record<string, number>>
}

const LINKS: readonly DemoLink[] = [
  {
    code: 'tiago',
    name: 'Instagram',
    source: 'instagram',
    shares: {
      herbstrauschen: 0.6,
      'halbmond-album-release': 0.3,
      'layl-cairo-electronics': 0.4,
      'kiezkino-roller-disco': 0.5,
    },
  },
  {
    code: 'tiago-nachtstrom',
    name: 'Flyers at the record shop',
    eventSlug: 'nachtstrom-all-night-long',
    source: 'flyer',
    shares: { 'nachtstrom-all-night-long': 0.5, herbstrauschen: 0.15 },
  },
]

const idOfLink = ({ code }: Pick<DemoLink, 'code'>): string => deriveId('link', code)

export function trackingLinkOf({ event, key }: PlannedOrder): string | undefined {
  let chance = seededRandom(`link ${key}`).next()
  for (const link of LINKS) {
    chance -= link.shares[event.slug] ?? 0
    if (chance < 0) return idOfLink(link)
  }
  return undefined
}

export const linkRowsOf = (now: number) =>
  LINKS.map((link) => ({
    id: idOfLink(link),
    promoter_id: promoterIdOf(aurora),
    member_id: demoMemberId(),
    event_id: link.eventSlug === undefined ? null : eventIdOf({ slug: link.eventSlug }),
    code: link.code,
    name: link.name,
    utm_source: link.source,
    created_at: dateInDays(now, -65) ?? new Date(now),
  }))

const HOUR_MS = 3_600_000
/** Clicks per order. Most visitors don't buy, and some only add tickets to a cart. */
const CLICKS_FOR_ONE = 7

export function visitRowsOf(orders: readonly { key: string; linkId: string; cartId: string; at: number }[]) {
  const promoter_id = promoterIdOf(aurora)
  const clicks = orders.flatMap(({ key, linkId, at }) => {
    const chance = seededRandom(`clicks ${key}`)
    return Array.from({ length: CLICKS_FOR_ONE }, (_, index) => {
      const clicked_at = new Date(at - Math.floor(chance.next() * 40 * HOUR_MS) - 60_000)
      return {
        link_id: linkId,
        promoter_id,
        day: clicked_at.toISOString().slice(0, 10),
        visitor: Buffer.from(deriveCode(16, 'visitor', key, String(index))),
        clicked_at,
        device: chance.happens(0.7) ? 'phone' : 'desktop',
      }
    })
  })
  const holds = orders.flatMap(({ key, linkId, cartId, at }) => {
    const row = { link_id: linkId, promoter_id, held_at: new Date(at) }
    const left = { ...row, cart_id: deriveId('left cart', key) }
    return [{ ...row, cart_id: cartId }, ...(seededRandom(`left ${key}`).happens(0.4) ? [left] : [])]
  })
  return { clicks, holds }
}
