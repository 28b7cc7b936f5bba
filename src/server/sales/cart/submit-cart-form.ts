import * as z from 'zod/mini'
import { putCart as contract } from '#contracts/shop/carts.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { validatePromo as promoContract } from '#contracts/shop/promo.ts'
import type { HoldReason } from '#model/catalog/inventory/hold-reasons.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { validatePromo } from '#server/sales/promo/validate-promo.ts'
import type { Visitor } from '#server/use-case.ts'
import { getCart } from './get-cart.ts'
import { putCart } from './put-cart.ts'

export interface CartIdentity {
  cartId?: string | undefined
  promoCode?: string | undefined
}

/** Result of a cart form: the cart's new state, and the ticket types of which less is held than requested. */
export interface ChangedCart {
  keys: CartIdentity
  short: { ticketTypeId: string; reason: HoldReason; held: number }[]
}

interface Submission {
  site: Site
  form: URLSearchParams
  keys: CartIdentity
  client?: Visitor
}

type Submitted = Promise<Result<ChangedCart, ErrorCode>>

/**
 * Applies a submitted cart form. Fields:
 * - a ticket type's id: its quantity
 * - `do`: `add` (default), `set`, `replace` (discards the current cart), `promo` (applies `code`) or `no promo` (removes the
 *   applied code)
 * - `remove`: a ticket type to remove
 * - `accessCode`: unlocks restricted ticket types
 */
export async function submitCartForm(context: Context, submission: Submission): Submitted {
  const { form, keys } = submission
  const removed = form.get('remove')
  if (removed !== null) return changeItems(context, submission, (held) => held.set(removed, 0))
  switch (form.get('do') ?? 'add') {
    case 'promo':
      return applyPromo(context, submission)
    case 'no promo':
      return succeed({ keys: { cartId: keys.cartId }, short: [] })
    case 'set':
      return changeItems(context, submission, (_, requested) => requested)
    case 'replace':
      return changeItems(
        context,
        { ...submission, keys: { cartId: keys.cartId } },
        (_, requested) => requested,
      )
    default:
      return changeItems(context, submission, addTo)
  }
}

type Quantities = Map<string, number>

function addTo(held: Quantities, requested: Quantities): Quantities {
  const ids = new Set([...held.keys(), ...requested.keys()])
  return new Map([...ids].map((id) => [id, (held.get(id) ?? 0) + (requested.get(id) ?? 0)]))
}

async function changeItems(
  context: Context,
  { site, form, keys, client }: Submission,
  change: (held: Quantities, requested: Quantities) => Quantities,
): Submitted {
  const cartId = keys.cartId ?? crypto.randomUUID()
  const requested = new Map(
    [...form].filter(([name]) => isUuid(name)).map(([name, value]) => [name.toLowerCase(), Number(value)]),
  )
  const held = await getCart(context, { site, params: { cartId } })
  if (!held.success) return held
  const before = new Map(held.data.items.map((item) => [item.ticketTypeId, item.held]))
  const items = [...change(before, requested)].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
  const codes = form.getAll('accessCode')
  const body = z.safeParse(contract.body, { items, codes })
  if (!body.success) return fail('VALIDATION_ERROR', [{ path: 'quantity', message: 'Enter whole numbers.' }])
  const put = await putCart(context, { site, params: { cartId }, body: body.data, client })
  if (!put.success) return put
  const short = put.data.items.flatMap(({ ticketTypeId, reason, held: count }) =>
    reason ? [{ ticketTypeId, reason, held: count }] : [],
  )
  // An empty cart has no expiry and needs no id.
  return succeed({ keys: put.data.expiresAt ? { ...keys, cartId } : {}, short })
}

async function applyPromo(context: Context, { site, form, keys, client }: Submission): Submitted {
  const held = keys.cartId ? await getCart(context, { site, params: { cartId: keys.cartId } }) : undefined
  const items = held?.success ? held.data.items : []
  const body = z.safeParse(promoContract.body, {
    code: form.get('code') ?? '',
    items: items.map((item) => ({ ticketTypeId: item.ticketTypeId, quantity: item.held })),
  })
  if (!body.success) return fail('VALIDATION_ERROR', [{ path: 'code', message: 'Enter a promo code.' }])
  const judged = await validatePromo(context, { site, body: body.data, client })
  return judged.success ? succeed({ keys: { ...keys, promoCode: judged.data.code }, short: [] }) : judged
}
