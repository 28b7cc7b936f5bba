import * as z from 'zod/mini'
import { epochMs } from './bounds.ts'

const field = z.optional(z.string().check(z.maxLength(200)))

/** Specification §3. `timestamp` in milliseconds since the epoch. */
export const trackingData = z.object({
  ref: field,
  utmSource: field,
  utmMedium: field,
  utmCampaign: field,
  utmTerm: field,
  utmContent: field,
  timestamp: z.optional(epochMs),
})

export type TrackingData = z.infer<typeof trackingData>

const DAY_MS = 86_400_000

/** How long a visit through a link is remembered. */
export const ATTRIBUTION_MS = 30 * DAY_MS

/** A browser came through a link of a promoter's at this time, in milliseconds since the epoch. */
export interface Visit {
  linkId: string
  promoterId: string
  at: number
}

/** Promoters whose last link a browser remembers. */
const MOST_VISITS = 5

export const isRemembered = ({ at }: Pick<Visit, 'at'>, now: number): boolean =>
  at <= now && now - at <= ATTRIBUTION_MS

/** The last visit for each promoter, the newest first; what is too old, or still to come, is forgotten. */
export function mergeVisits(visits: readonly Visit[], now: number): Visit[] {
  const sorted = visits
    .filter((visit) => isRemembered(visit, now))
    .toSorted((one, other) => other.at - one.at)
  const last = new Map<string, Visit>()
  for (const visit of sorted) if (!last.has(visit.promoterId)) last.set(visit.promoterId, visit)
  return [...last.values()].slice(0, MOST_VISITS)
}

/** A link as attribution sees it. */
export interface AttributableLink {
  id: string
  promoterId: string
  isActive: boolean
  memberId: string | null
  /** The member's address; null when nobody has verified it. */
  memberEmail: string | null
}

export interface Buyer {
  email: string
  /** Who the browser is signed in as. */
  accountId: string | undefined
}

/**
 * Which link a purchase is owed to: the last one that led here within 30 days, of the promoter that sells and switched on. Nobody
 * earns on their own purchase: links of the buyer are passed over, as if the buyer had never followed them.
 */
export function attribute(purchase: {
  /** Every trace of a visit; of two at the same time the first counts. */
  traces: readonly Pick<Visit, 'linkId' | 'at'>[]
  links: readonly AttributableLink[]
  promoterId: string
  buyer: Buyer
  now: number
}): Pick<Visit, 'linkId' | 'at'> | undefined {
  const { traces, links, promoterId, buyer, now } = purchase
  const counting = new Set(
    links
      .filter((link) => link.isActive && link.promoterId === promoterId && !isOwn(link, buyer))
      .map((link) => link.id),
  )
  return traces
    .filter((trace) => counting.has(trace.linkId) && isRemembered(trace, now))
    .toSorted((one, other) => other.at - one.at)[0]
}

const isOwn = ({ memberId, memberEmail }: AttributableLink, { email, accountId }: Buyer): boolean =>
  (memberId !== null && memberId === accountId) ||
  (memberEmail !== null && memberEmail.toLowerCase() === email.toLowerCase())

/** What a browser says of its own clock: none is older than anything that is remembered, and no visit is still to come. */
export const visitTime = (timestamp: number | undefined, now: number): number =>
  timestamp === undefined ? now - ATTRIBUTION_MS : Math.min(timestamp, now)

/** The day of a click, in UTC: '2026-11-21'. */
export const clickDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** How many links a member may have with one promoter. */
export const LINKS_LIMIT = 500

/** Letters and digits that nobody mixes up when a code is read aloud or from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 7

/** A code made of random bytes, one for each letter; 27 billion of them. */
export const toCode = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
