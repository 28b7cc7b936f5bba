import { isbot } from 'isbot'
import { clickDay, mergeVisits, type TrackingData } from '#model/sales/tracking/tracking.ts'
import { describeDevice } from '#model/platform/devices.ts'
import type { Site } from '#model/sites/sites.ts'
import { clientNetworkOf } from '#server/people/sessions/limits.ts'
import type { Context } from '#server/context.ts'
import type { Client, SetCookie } from '#server/use-case.ts'
import { findBrowserAccount } from '#server/people/sessions/find-browser-account.ts'
import { TRACKING_LIMITS } from './tracking-limits.ts'
import { findLink, insertClick, type LinkRow } from './visit-rows.ts'

export interface FollowedLink {
  link: LinkRow
  isCounted: boolean
  cookie?: SetCookie
}

interface Following {
  site: Site
  client: Client
  reference: string
  campaign?: TrackingData | undefined
  /** True when the caller has already counted the request against its network's rate limit. */
  isLimited?: boolean
}

const MAX_REFERENCE_LENGTH = 64

/**
 * Records a visit through a link and keeps it in a cookie for 30 days. A click counts once per link, visitor and day.
 * Prefetches, clicks by the link's own member and inactive links aren't recorded; bots are redirected but not counted.
 * Undefined when this site has no such link.
 */
export async function followLink(context: Context, click: Following): Promise<FollowedLink | undefined> {
  const { client } = click
  const link = await findOnSite(context, click)
  if (!link || !link.isActive || isLookingAhead(client)) return link && { link, isCounted: false }
  const accountId = await findBrowserAccount(context, client)
  if (accountId !== undefined && accountId === link.memberId) return { link, isCounted: false }
  const now = context.clock.now()
  const visit = { linkId: link.id, promoterId: link.promoterId, at: now }
  const cookie = context.tracking.toCookie(
    mergeVisits([visit, ...context.tracking.readCookie(client, now)], now),
    now,
  )
  return { link, isCounted: await countClick(context, click, { link, now }), cookie }
}

async function findOnSite(
  context: Context,
  { site, reference }: Pick<Following, 'site' | 'reference'>,
): Promise<LinkRow | undefined> {
  if (site.kind === 'unknown' || reference.length > MAX_REFERENCE_LENGTH) return undefined
  const promoterId = site.kind === 'storefront' ? site.promoterId : undefined
  return findLink(context.reads, { reference, promoterId })
}

/** Key for rate limits of a client's network. */
export const networkKey = ({ address }: Pick<Client, 'address'>): string => clientNetworkOf(address)

const isLookingAhead = ({ purpose = '' }: Client): boolean => /prefetch|prerender|preview/i.test(purpose)

/** A request without user agent also counts as a bot. */
const isRobot = ({ userAgent }: Client): boolean => userAgent.trim() === '' || isbot(userAgent)

async function countClick(
  context: Context,
  { client, campaign, isLimited }: Following,
  { link, now }: { link: LinkRow; now: number },
): Promise<boolean> {
  const { userAgent } = client
  const network = networkKey(client)
  if (isRobot(client) || (!isLimited && (await context.limits.consume(TRACKING_LIMITS.clicks, network))))
    return false
  const day = clickDay(now)
  return insertClick(context.db, {
    linkId: link.id,
    promoterId: link.promoterId,
    day,
    visitor: context.tracking.hashVisitor({ linkId: link.id, day, network, userAgent }),
    clickedAt: new Date(now),
    device: describeDevice(userAgent),
    source: campaign?.utmSource ?? '',
  })
}
