import { urls } from '#contracts/platform/urls.ts'
import { mergeVisits } from '#model/sales/tracking/tracking.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Client, SetCookie } from '#server/use-case.ts'
import { withVisitParameter } from '#server/sales/attribution/visit-parameter.ts'
import { followLink } from '#server/sales/attribution/follow-link.ts'
import { trackingLinkPath, promoterOrigin } from './link-urls.ts'

export interface OpenedLink {
  location: string
  cookie: SetCookie | undefined
}

/**
 * Redirects a short link to its target. If the target has another host, passes the visit on to it. An unknown code redirects
 * to the home page with a message.
 */
export async function openShortLink(
  context: Context,
  { site, client, code }: { site: Site; client: Client; code: string },
): Promise<OpenedLink> {
  const followed = await followLink(context, { site, client, reference: code })
  if (!followed) return { location: urls.unknownLink(), cookie: undefined }
  const { link, cookie } = followed
  const origin = promoterOrigin(context, link.promoterId, client.origin)
  const address = origin + trackingLinkPath(link)
  const { hostname: host } = new URL(origin)
  if (!cookie || host === site.host) return { location: address, cookie }
  const now = context.clock.now()
  const visits = mergeVisits([{ linkId: link.id, promoterId: link.promoterId, at: now }], now)
  return {
    location: withVisitParameter(address, context.tracking.toParameter(visits, { host, now })),
    cookie,
  }
}
