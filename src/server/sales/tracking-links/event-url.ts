import { urls } from '#contracts/platform/urls.ts'
import type { Context } from '#server/context.ts'
import { trackingLinkPath, promoterOrigin } from './link-urls.ts'
import { findLinkToEvent } from './link-rows.ts'

/** Returns the URL of an event's page on the promoter's site, through the member's tracking link if there is one. */
export async function eventUrl(
  context: Context,
  request: {
    promoterId: string
    memberId: string | null
    event: { id: string; slug: string }
    origin: string
  },
): Promise<string> {
  const { promoterId, memberId, event, origin } = request
  const link =
    memberId === null ? undefined : await findLinkToEvent(context.db, { promoterId, memberId }, event)
  return (
    promoterOrigin(context, promoterId, origin) + (link ? trackingLinkPath(link) : urls.event(event.slug))
  )
}
