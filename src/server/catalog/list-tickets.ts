import type { listTickets as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { revealTypes } from '../ticket-types/reveal-types.ts'
import { listHeldByCart } from '../ticket-types/revealed-rows.ts'
import type { Caller, Client, UseCase } from '../use-case.ts'
import { findEvent } from './find-event.ts'

/** An event's tickets, with those that a code opens, and those that a cart holds which was let in before. */
export const listTickets: UseCase<
  typeof contract,
  Caller & { client?: Pick<Client, 'address'> | undefined }
> = async (context, { site, params, query, client }) => {
  const { code, cart: cartId } = query
  let opened: Result<ReadonlySet<string>, 'RATE_LIMITED'> = succeed(new Set())
  const found = await findEvent(context, {
    site,
    idOrSlug: params.id,
    reveal: async (ticketTypeIds) => {
      if (code)
        opened = await revealTypes(context, { codes: [code], ticketTypeIds, address: client?.address })
      const held = cartId ? await listHeld(context, { cartId, ticketTypeIds }) : []
      return new Set([...(opened.success ? opened.data : []), ...held])
    },
  })
  if (!found) return fail('NOT_FOUND')
  if (!opened.success) return opened
  return code && opened.data.size === 0 ? fail('ACCESS_CODE_UNKNOWN') : succeed(found.shownOffers)
}

const listHeld = (context: Context, find: { cartId: string; ticketTypeIds: readonly string[] }) =>
  listHeldByCart(context.db, { ...find, now: new Date(context.clock.now()) })
