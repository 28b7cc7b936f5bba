import * as z from 'zod/mini'
import { epochMs } from '#model/platform/bounds.ts'

const field = z.optional(z.string().check(z.maxLength(200)))

/** Specification §3. `timestamp` is in milliseconds since the epoch. */
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

/** Attribution window: the milliseconds for which a visit through a tracking link counts for sales. */
export const ATTRIBUTION_MS = 30 * DAY_MS

/** Visit through a tracking link. `at` is in milliseconds since the epoch. */
export interface Visit {
  linkId: string
  promoterId: string
  at: number
}

/** Maximum number of promoters for which a browser stores the last visit. */
const MAX_VISITS = 5

export const isVisitCurrent = ({ at }: Pick<Visit, 'at'>, now: number): boolean =>
  at <= now && now - at <= ATTRIBUTION_MS

/** Returns the last visit per promoter, newest first. Drops visits that are too old or in the future. */
export function mergeVisits(visits: readonly Visit[], now: number): Visit[] {
  const sorted = visits
    .filter((visit) => isVisitCurrent(visit, now))
    .toSorted((one, other) => other.at - one.at)
  const last = new Map<string, Visit>()
  for (const visit of sorted) if (!last.has(visit.promoterId)) last.set(visit.promoterId, visit)
  return [...last.values()].slice(0, MAX_VISITS)
}

export interface AttributableLink {
  id: string
  promoterId: string
  isActive: boolean
  memberId: string | null
  /** The member's email address. Null when it isn't verified. */
  memberEmail: string | null
}

export interface Buyer {
  email: string
  accountId: string | undefined
}

/**
 * Returns the link that a sale is attributed to: that of the last visit within 30 days through an active link of the
 * promoter. Members earn nothing for their own purchases.
 */
export function attributeSale(purchase: {
  /** All recorded visits. Of two visits at the same time, the first one in the list counts. */
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
    .filter((trace) => counting.has(trace.linkId) && isVisitCurrent(trace, now))
    .toSorted((one, other) => other.at - one.at)[0]
}

const isOwn = ({ memberId, memberEmail }: AttributableLink, { email, accountId }: Buyer): boolean =>
  (memberId !== null && memberId === accountId) ||
  (memberEmail !== null && memberEmail.toLowerCase() === email.toLowerCase())

/** Returns a browser's timestamp, but at most `now`. Without a timestamp, returns the start of the attribution window. */
export const clampVisitTime = (timestamp: number | undefined, now: number): number =>
  timestamp === undefined ? now - ATTRIBUTION_MS : Math.min(timestamp, now)

/** Returns the day of a click in UTC: '2026-11-21'. */
export const clickDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const TRACKING_LINKS_LIMIT = 500

/** Letters and digits that aren't confused when read aloud or copied from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 7

/** Makes a link's code from random bytes, one character per byte. There are 27 billion codes. */
export const toLinkCode = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
