import { urls } from '#contracts/platform/urls.ts'
import type { Context } from '#server/context.ts'
import type { LinkRow } from '#server/sales/attribution/visit-rows.ts'

/**
 * Returns the origin of a promoter's site, with the scheme and port of the request. If the promoter has no host, returns the
 * request's origin.
 */
export function promoterOrigin(context: Context, promoterId: string, origin: string): string {
  const { protocol, host, port } = new URL(origin)
  const own = context.sites.hostOf(promoterId)
  return own === undefined ? `${protocol}//${host}` : `${protocol}//${own}${port && `:${port}`}`
}

type Campaign = Pick<LinkRow, 'code' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'eventSlug'>

export function trackingLinkPath({ code, utmSource, utmMedium, utmCampaign, eventSlug }: Campaign): string {
  const query = new URLSearchParams({
    ref: code,
    ...(utmSource ? { utm_source: utmSource } : {}),
    ...(utmMedium ? { utm_medium: utmMedium } : {}),
    ...(utmCampaign ? { utm_campaign: utmCampaign } : {}),
  })
  return `${eventSlug === null ? urls.home() : urls.event(eventSlug)}?${query}`
}
