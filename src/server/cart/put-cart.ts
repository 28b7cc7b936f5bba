import type { putCart as contract } from '#contracts/carts.ts'
import { fail } from '#contracts/errors.ts'
import { grantHold, holdExpiry, type Verdict } from '#model/inventory.ts'
import { succeed, type Result } from '#model/result.ts'
import { scopeOf, type SiteScope } from '#model/sites.ts'
import { isUuid } from '../catalog/event-rows.ts'
import { findTicketTypes, toStock, type TicketTypeRow } from '../catalog/ticket-type-rows.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import {
  listHolds,
  lockInventory,
  lockOrOpenCart,
  replaceHolds,
  writeCounters,
  type CartRow,
} from '../inventory/hold-rows.ts'
import { dropOpenOrder } from '../orders/drop-open-order.ts'
import type { UseCase } from '../use-case.ts'
import { emptyCart, toCartHold } from './cart-view.ts'
import { releaseCart } from './release-cart.ts'

interface Wish {
  ticketTypeId: string
  quantity: number
}

/**
 * Sets aside what a cart asks for, as far as there is. The cart's last word replaces all it held; the same word again
 * changes nothing, its expiry included. MIXED_CART changes nothing either.
 */
export const putCart: UseCase<typeof contract> = async (context, { site, params, body }) => {
  const wishes = mergeWishes(body.items)
  const known = await findSellable(context, wishes, scopeOf(site))
  const seller = sellerOf([...known.values()])
  if (seller === 'several') return fail('MIXED_CART')
  const cartId = params.cartId.toLowerCase()
  if (!seller) {
    const released = await releaseCart(context, cartId)
    return released.success
      ? succeed({ ...emptyCart(cartId), items: wishes.map((wish) => unknownItem(wish)) })
      : released
  }
  return changeCart(context, { cartId, seller, wishes, known })
}

/** One wish a ticket type, in the order of first mention. */
function mergeWishes(items: readonly Wish[]): Wish[] {
  const quantities = new Map<string, number>()
  for (const item of items) {
    const id = item.ticketTypeId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + item.quantity)
  }
  return [...quantities]
    .map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    .filter((wish) => wish.quantity > 0)
}

/** What this site sells of what was asked for: another promoter's ticket is as unknown as one that never was. */
async function findSellable(
  context: Context,
  wishes: readonly Wish[],
  scope: SiteScope,
): Promise<Map<string, TicketTypeRow>> {
  const ids = wishes.map((wish) => wish.ticketTypeId).filter((id) => isUuid(id))
  if (ids.length === 0 || scope === 'nobody') return new Map()
  const found = await findTicketTypes(context.db, { ids, now: new Date(context.clock.now()) })
  const sells = (row: TicketTypeRow): boolean =>
    row.event_status !== 'draft' && (scope === 'every promoter' || row.promoter_id === scope.promoterId)
  return new Map([...found].filter(([, row]) => sells(row)))
}

type Seller = Pick<CartRow, 'promoterId' | 'currency'>

function sellerOf(types: readonly TicketTypeRow[]): Seller | 'several' | undefined {
  const [first] = types
  if (!first) return undefined
  const alike = types.every(
    (type) => type.promoter_id === first.promoter_id && type.currency === first.currency,
  )
  return alike ? { promoterId: first.promoter_id, currency: first.currency } : 'several'
}

const unknownItem = (wish: Wish) => ({
  ticketTypeId: wish.ticketTypeId,
  eventId: null,
  requested: wish.quantity,
  held: 0,
  price: 0,
  maxPerOrder: 0,
  reason: 'UNKNOWN' as const,
})

interface Change {
  cartId: string
  seller: Seller
  wishes: readonly Wish[]
  known: ReadonlyMap<string, TicketTypeRow>
}

async function changeCart(context: Context, change: Change): ReturnType<UseCase<typeof contract>> {
  const now = context.clock.now()
  const held = await transact(context.db, async (trx): Promise<Result<Held, 'ORDER_IN_PAYMENT'>> => {
    const fresh = freshCart(change, now)
    const locked = await lockOrOpenCart(trx, fresh)
    const cart = locked.expiresAt.getTime() > now ? { ...locked, ...change.seller } : fresh
    const before = await listHolds(trx, cart.id)
    const own = new Map(
      before
        .filter((hold) => hold.expiresAt.getTime() > now)
        .map((hold) => [hold.ticketTypeId, hold.quantity]),
    )
    const unchanged = isSameWish(own, change.wishes)
    if (!unchanged) {
      const dropped = await dropOpenOrder(context, trx, cart.id)
      if (!dropped.success) return dropped
    }
    const ids = [...change.known.keys(), ...before.map((hold) => hold.ticketTypeId)]
    const counters = await lockInventory(trx, { ticketTypeIds: ids, now: new Date(now) })
    const verdicts = change.wishes.map((wish) => {
      const counted = counters.get(wish.ticketTypeId)
      const row = change.known.get(wish.ticketTypeId)
      const stock = row && counted ? { ...toStock(row), ...counted } : undefined
      return grantHold({
        ...wish,
        requested: wish.quantity,
        own: own.get(wish.ticketTypeId) ?? 0,
        stock,
        now,
      })
    })
    for (const row of counters.values()) {
      const granted = verdicts.find((verdict) => verdict.ticketTypeId === row.ticketTypeId)?.held ?? 0
      row.held += granted - (own.get(row.ticketTypeId) ?? 0)
    }
    await writeCounters(trx, [...counters.values()])
    const expiresAt = unchanged ? cart.expiresAt : new Date(holdExpiry(cart.firstHeldAt.getTime(), now))
    const after = { ...cart, expiresAt }
    await replaceHolds(trx, after, toHolds(verdicts))
    return succeed({ cart: after, verdicts })
  })
  return held.success ? succeed(toCartHold({ ...held.data, types: change.known, now })) : held
}

interface Held {
  cart: CartRow
  verdicts: Verdict[]
}

const freshCart = (change: Change, now: number): CartRow => ({
  id: change.cartId,
  ...change.seller,
  firstHeldAt: new Date(now),
  expiresAt: new Date(holdExpiry(now, now)),
})

const isSameWish = (own: ReadonlyMap<string, number>, wishes: readonly Wish[]): boolean =>
  own.size === wishes.length && wishes.every((wish) => own.get(wish.ticketTypeId) === wish.quantity)

const toHolds = (verdicts: readonly Verdict[]) =>
  verdicts
    .map((verdict, position) => ({ ticketTypeId: verdict.ticketTypeId, quantity: verdict.held, position }))
    .filter((hold) => hold.quantity > 0)
