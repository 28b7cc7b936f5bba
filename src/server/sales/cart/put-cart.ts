import type { putCart as contract } from '#contracts/shop/carts.ts'
import type { HoldDecision } from '#model/catalog/inventory/inventory.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf, type SiteScope } from '#model/sites/sites.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import { isEventLocked } from '#server/catalog/access/event-access.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { HoldRequest, RequestedTickets } from '#server/catalog/inventory/resolve-hold-request.ts'
import type { HoldOutcome } from '#server/catalog/inventory/hold-batch.ts'
import { toAccountClient, toNetworkClient } from '#server/catalog/inventory/hold-clients.ts'
import { lockCart } from '#server/catalog/inventory/hold-rows.ts'
import { cancelPendingOrder } from '#server/sales/orders/cancel-pending-order.ts'
import { attributeCart } from '#server/sales/attribution/attribute-cart.ts'
import { findBrowserAccount } from '#server/people/sessions/find-browser-account.ts'
import { unlockTicketTypes } from '#server/catalog/access/unlock-ticket-types.ts'
import { listHiddenTicketTypes } from '#server/catalog/access/unlocked-ticket-type-rows.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { emptyCart, toCartHold, unknownCartItem } from './cart-view.ts'
import { releaseCart } from './release-cart.ts'

/**
 * Replaces the cart's holds with the requested tickets, as far as they are available. Repeating the same request changes
 * nothing, not even the expiry. MIXED_CART changes nothing.
 */
export const putCart: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, params, body, client },
) => {
  const cartId = params.cartId.toLowerCase()
  const requested = mergeItems(body.items)
  const known = requested.filter((item) => isUuid(item.ticketTypeId))
  const scope = siteScopeOf(site)
  const { codes = [] } = body
  const given =
    codes.length > 0 ? await reveal(context, known, { scope, codes, address: client?.address }) : known
  const isOpen: HoldRequest['isOpen'] = (event) => !isEventLocked(context, event, client?.cookies)
  const request = { cartId, scope, requested: given, isOpen, client: toNetworkClient(client?.address) }
  const changed = await changeAsKnown(context, request, client)
  if (!changed.success) return changed
  const held = changed.data
  if (held.kind === 'held') {
    context.visits.hold(cartId, eventsOf(held))
    if (client) await attributeCart(context, client, held.cart)
    return succeed(toCartHold({ ...held, requested, now: context.clock.now() }))
  }
  const released = await releaseCart(context, { cartId, scope })
  return released.success
    ? succeed({ ...emptyCart(cartId), items: requested.map(unknownCartItem) })
    : released
}

/**
 * Changes the holds. Looks up the account only if the network's share is used up, or if the event requires an account during
 * high demand. A verified account has its own share.
 */
async function changeAsKnown(
  context: Context,
  request: HoldRequest,
  client: Visitor | undefined,
): Promise<Changed> {
  const changed = await change(context, request)
  const isShort = changed.success && changed.data.kind === 'held' && changed.data.verdicts.some(wantsAccount)
  const accountId = isShort && client ? await findVerifiedAccount(context, client) : undefined
  if (accountId === undefined) return changed
  return change(context, { ...request, client: toAccountClient(accountId), hasAccount: true })
}

const wantsAccount = ({ reason }: HoldDecision): boolean => reason === 'BUSY' || reason === 'ACCOUNT_REQUIRED'

async function findVerifiedAccount(context: Context, client: Visitor): Promise<string | undefined> {
  const accountId = await findBrowserAccount(context, client)
  const account = accountId === undefined ? undefined : await findAccount(context.db, accountId)
  return account?.emailVerifiedAt ? account.id : undefined
}

/**
 * Marks the requested items that the visitor's access codes unlock. After too many wrong codes, no code unlocks anything for
 * a while.
 */
async function reveal(
  context: Context,
  requested: readonly RequestedTickets[],
  { scope, ...tried }: { scope: SiteScope; codes: readonly string[]; address: string | undefined },
): Promise<readonly RequestedTickets[]> {
  const ids = requested.map((item) => item.ticketTypeId)
  const hidden = (await listHiddenTicketTypes(context.db, ids)).filter((type) =>
    isInSiteScope(scope, type.promoterId),
  )
  const revealed = await unlockTicketTypes(context, { ...tried, hidden })
  if (!revealed.success) return requested
  return requested.map((item) =>
    revealed.data.has(item.ticketTypeId) ? { ...item, isRevealed: true } : item,
  )
}

const eventsOf = ({ verdicts, types }: Pick<Held, 'verdicts' | 'types'>): string[] => [
  ...new Set(
    verdicts.flatMap(({ ticketTypeId, held }) => (held > 0 ? (types.get(ticketTypeId)?.eventId ?? []) : [])),
  ),
]

function mergeItems(items: readonly RequestedTickets[]): RequestedTickets[] {
  const quantities = new Map<string, number>()
  for (const item of items) {
    const id = item.ticketTypeId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + item.quantity)
  }
  return [...quantities]
    .map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    .filter((item) => item.quantity > 0)
}

/** Maximum number of attempts, because a new order can be placed while the pending one is being cancelled. */
const TRIES = 3

type Held = Extract<(HoldOutcome & { success: true })['data'], { kind: 'held' }>

type Changed = Result<
  Exclude<(HoldOutcome & { success: true })['data'], { kind: 'has order' }>,
  'MIXED_CART' | 'ORDER_IN_PAYMENT'
>

async function change(context: Context, request: HoldRequest, tries = TRIES): Promise<Changed> {
  if (request.requested.length === 0) return succeed({ kind: 'nothing known' })
  const outcome = await context.holds.change(request)
  if (!outcome.success) return outcome
  if (outcome.data.kind !== 'has order') return succeed(outcome.data)
  const dropped = await transact(context.db, async (trx) => {
    await lockCart(trx, request.cartId)
    return cancelPendingOrder(context, trx, request.cartId)
  })
  if (!dropped.success) return dropped
  if (tries > 1) return change(context, request, tries - 1)
  throw new Error(`Cart ${request.cartId} got a new order after each cancellation.`)
}
