import { isbot } from 'isbot'
import { clickDay, mergeVisits, type TrackingData } from '#model/tracking.ts'
import { deviceOf } from '#model/devices.ts'
import type { Site } from '#model/sites.ts'
import { networkOf } from '../accounts/limits.ts'
import type { Context } from '../context.ts'
import type { Client, SetCookie } from '../use-case.ts'
import { findBrowserAccount } from '../accounts/find-browser-account.ts'
import { TRACKING_LIMITS } from './tracking-limits.ts'
import { findLink, insertClick, type LinkRow } from './visit-rows.ts'

/** What came of following a link. Undefined parts: nobody counts, and the browser keeps nothing. */
export interface Followed {
  link: LinkRow
  /** Whether it was this visitor's first on this day. */
  isCounted: boolean
  cookie?: SetCookie
}

interface Following {
  site: Site
  client: Client
  /** A code or an id, as an address says it. */
  reference: string
  campaign?: TrackingData | undefined
  /** The network's limit has been asked already. */
  isLimited?: boolean
}

/** The longest that a link's code or id can be. */
const LONGEST_REFERENCE = 64

/**
 * Somebody came through a link: counted once for each link, visitor and day, and kept in a cookie for 30 days. Nobody has come when a
 * browser looks ahead, when it is the link's own member, or when the link is off. A robot is told, and not counted. Undefined when this
 * site has no such link.
 */
export async function followLink(context: Context, following: Following): Promise<Followed | undefined> {
  const { client } = following
  const link = await findOnSite(context, following)
  if (!link || !link.isActive || isLookingAhead(client)) return link && { link, isCounted: false }
  const accountId = await findBrowserAccount(context, client)
  if (accountId !== undefined && accountId === link.memberId) return { link, isCounted: false }
  const now = context.clock.now()
  const visit = { linkId: link.id, promoterId: link.promoterId, at: now }
  const cookie = context.tracking.keep(mergeVisits([visit, ...context.tracking.read(client, now)], now), now)
  return { link, isCounted: await countClick(context, following, { link, now }), cookie }
}

async function findOnSite(
  context: Context,
  { site, reference }: Pick<Following, 'site' | 'reference'>,
): Promise<LinkRow | undefined> {
  if (site.kind === 'unknown' || reference.length > LONGEST_REFERENCE) return undefined
  const promoterId = site.kind === 'storefront' ? site.promoterId : undefined
  return findLink(context.reads, { reference, promoterId })
}

export const networkKey = ({ address }: Pick<Client, 'address'>): string => networkOf(address)

/** `prefetch`, `prerender`, and whatever else a browser fetches before anybody wants it. */
const isLookingAhead = ({ purpose = '' }: Client): boolean => /prefetch|prerender|preview/i.test(purpose)

/** Every browser says what it is. */
const isRobot = ({ userAgent }: Client): boolean => userAgent.trim() === '' || isbot(userAgent)

async function countClick(
  context: Context,
  { client, campaign, isLimited }: Following,
  { link, now }: { link: LinkRow; now: number },
): Promise<boolean> {
  const { userAgent } = client
  const network = networkKey(client)
  if (isRobot(client) || (!isLimited && (await context.limits.take(TRACKING_LIMITS.clicks, network))))
    return false
  const day = clickDay(now)
  return insertClick(context.db, {
    linkId: link.id,
    promoterId: link.promoterId,
    day,
    visitor: context.tracking.nameVisitor({ linkId: link.id, day, network, userAgent }),
    clickedAt: new Date(now),
    device: deviceOf(userAgent),
    source: campaign?.utmSource ?? '',
  })
}
