import { fail } from '#contracts/platform/errors.ts'
import type { listBuyerLegalTexts as contract } from '#contracts/checkout/legal.ts'
import { succeed } from '#model/platform/result.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import { findEventRow } from './event-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { listBuyerLegalRows } from '#server/sites/legal/buyer-legal-rows.ts'
import { withLegalOwners } from '#server/sites/legal/legal-owners.ts'

/**
 * Lists the legal texts that buyers of an event's tickets accept. NOT_FOUND for drafts and events that aren't sold on
 * this site.
 */
export const listBuyerLegalTexts: UseCase<typeof contract> = async (context, { site, params }) => {
  const event = await findEventRow(context.reads, { scope: siteScopeOf(site), idOrSlug: params.id })
  if (!event) return fail('NOT_FOUND')
  const texts = await listBuyerLegalRows(context.reads, event.promoter_id)
  return succeed({ texts: withLegalOwners(context, texts, event.promoter_name) })
}
