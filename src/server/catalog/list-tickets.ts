import type { listTickets as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import type { Caller, Client, UseCase } from '../use-case.ts'
import { isLocked, tryCode } from './event-access.ts'
import { findEventRow } from './event-rows.ts'
import { offersOfEvents } from './offers-of-events.ts'

type Visitor = Pick<Client, 'cookies' | 'address'>

const NOBODY: Visitor = { cookies: {}, address: '' }

/** An event that opens with a code has none for whoever brings neither the code nor the cookie of having entered it. */
export const listTickets: UseCase<typeof contract, Caller & { client?: Visitor }> = async (context, call) => {
  const { site, params, query, client = NOBODY } = call
  const row = await findEventRow(context.db, { scope: scopeOf(site), idOrSlug: params.id })
  if (!row) return fail('NOT_FOUND')
  if (isLocked(row, client.cookies)) {
    if (query.code === undefined) return fail('EVENT_CODE_REQUIRED')
    const opened = await tryCode(context, row, { code: query.code, address: client.address })
    if (!opened.success) return opened
  }
  const offers = await offersOfEvents(context, [row])
  return succeed(offers.get(row.id) ?? [])
}
