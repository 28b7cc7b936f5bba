import type { listTickets as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import type { UseCase } from '../use-case.ts'
import { findEventRow } from './event-rows.ts'
import { offersOfEvents } from './offers-of-events.ts'

export const listTickets: UseCase<typeof contract> = async (context, { site, params }) => {
  const row = await findEventRow(context.db, { scope: scopeOf(site), idOrSlug: params.id })
  if (!row) return fail('NOT_FOUND')
  const offers = await offersOfEvents(context, [row])
  return succeed(offers.get(row.id) ?? [])
}
