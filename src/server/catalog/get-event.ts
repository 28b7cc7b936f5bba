import type { getEvent as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import type { UseCase } from '../use-case.ts'
import { findEventRow, listDeliveryOptions } from './event-rows.ts'
import { toEventDetail } from './event-views.ts'
import { offersOfEvents } from './offers-of-events.ts'

/** NOT_FOUND for drafts and for events of a promoter that this site does not sell. */
export const getEvent: UseCase<typeof contract> = async (context, { site, params }) => {
  const row = await findEventRow(context.db, { scope: scopeOf(site), idOrSlug: params.idOrSlug })
  if (!row) return fail('NOT_FOUND')
  const [offers, delivery] = await Promise.all([
    offersOfEvents(context, [row]),
    listDeliveryOptions(context.db, [row.id]),
  ])
  return succeed(toEventDetail(row, offers.get(row.id) ?? [], delivery))
}
