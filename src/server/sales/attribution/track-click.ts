import { fail } from '#contracts/platform/errors.ts'
import type { trackClick as contract } from '#contracts/shop/tracking.ts'
import { succeed } from '#model/platform/result.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { followLink, networkKey } from './follow-link.ts'
import { TRACKING_LIMITS } from './tracking-limits.ts'

export const trackClick: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { site, client, params, body } = call
  const refused = await context.limits.consume(TRACKING_LIMITS.clicks, networkKey(client))
  if (refused) return refused
  const followed = await followLink(context, {
    site,
    client,
    reference: params.id,
    campaign: body,
    isLimited: true,
  })
  if (!followed) return fail('NOT_FOUND')
  const { link, isCounted, cookie } = followed
  return {
    ...succeed({ trackingLinkId: link.id, counted: isCounted }),
    ...(cookie ? { cookies: [cookie] } : {}),
  }
}
