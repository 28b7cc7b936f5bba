import type { listTickets as contract } from '#contracts/shop/catalog.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { unlockTicketTypes } from '#server/catalog/access/unlock-ticket-types.ts'
import { listTicketTypesHeldByCart } from '#server/catalog/access/unlocked-ticket-type-rows.ts'
import type { Caller, Client, UseCase, WithCookies } from '#server/use-case.ts'
import { unlockEvent } from '#server/catalog/access/event-access.ts'
import { findEvent } from './find-event.ts'

type Visitor = Pick<Client, 'cookies' | 'address'>

/**
 * Lists the tickets of an event, including hidden ones that a code unlocks or the cart holds. A locked event has no
 * tickets until its code or cookie is sent. A correct code sets the cookie, so that carts can hold the tickets.
 */
export const listTickets: UseCase<typeof contract, Caller & { client?: Visitor }> = async (context, call) => {
  const { site, params, query, client } = call
  const { code, cart: cartId } = query
  const find = { site, idOrSlug: params.id, cookies: client?.cookies }
  let opened: Result<ReadonlySet<string>, 'RATE_LIMITED'> = succeed(new Set())
  const found = await findEvent(context, {
    ...find,
    reveal: async (hidden) => {
      if (code) opened = await unlockTicketTypes(context, { codes: [code], hidden, address: client?.address })
      const ticketTypeIds = hidden.map((type) => type.ticketTypeId)
      const held = cartId ? await listHeld(context, { cartId, ticketTypeIds }) : []
      return new Set([...(opened.success ? opened.data : []), ...held])
    },
  })
  if (!found) return fail('NOT_FOUND')
  if (found.isLocked) return unlock(context, find, { code, address: client?.address ?? '' })
  if (!opened.success) return opened
  return code && opened.data.size === 0 ? fail('ACCESS_CODE_UNKNOWN') : succeed(found.shownOffers)
}

interface Find {
  site: Site
  idOrSlug: string
  cookies: Readonly<Record<string, string>> | undefined
}

async function unlock(
  context: Context,
  find: Find,
  { code, address }: { code: string | undefined; address: string },
): Promise<WithCookies<Result<TicketOffer[], CodeOf<typeof contract>>>> {
  if (code === undefined) return fail('EVENT_CODE_REQUIRED')
  const mark = await unlockEvent(context, { ...find, code, address })
  if (!mark.success) return mark
  const { name, value = '' } = mark.data
  const unlocked = await findEvent(context, { ...find, cookies: { ...find.cookies, [name]: value } })
  return { ...succeed(unlocked?.offers ?? []), cookies: [mark.data] }
}

const listHeld = (context: Context, find: { cartId: string; ticketTypeIds: readonly string[] }) =>
  listTicketTypesHeldByCart(context.db, { ...find, now: new Date(context.clock.now()) })
