import { fail } from '#contracts/errors.ts'
import type { listBuyerLegalTexts as contract } from '#contracts/legal.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import { findEventRow } from '../catalog/event-rows.ts'
import type { UseCase } from '../use-case.ts'
import { listBuyerLegalRows } from './buyer-legal-rows.ts'
import { withOwners } from './legal-owners.ts'

/** NOT_FOUND for drafts and for events not sold on this site. */
export const listBuyerLegalTexts: UseCase<typeof contract> = async (context, { site, params }) => {
  const event = await findEventRow(context.reads, { scope: scopeOf(site), idOrSlug: params.id })
  if (!event) return fail('NOT_FOUND')
  const texts = await listBuyerLegalRows(context.reads, event.promoter_id)
  return succeed({ texts: withOwners(context, texts, event.promoter_name) })
}
