import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CartIdentity } from '#server/sales/cart/submit-cart-form.ts'
import { shortageMessages, serializeShortages } from '#server/sales/cart/shortages.ts'
import { showCart } from '#server/sales/cart/show-cart.ts'
import { submitCartForm } from '#server/sales/cart/submit-cart-form.ts'
import type { Site } from '#model/sites/sites.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

describe('the forms of the cart', () => {
  let shop: Shop
  let site: Site
  const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
    insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })
  const submit = (fields: Record<string, string>, keys: CartIdentity = {}) =>
    submitCartForm(shop.context, { site, form: new URLSearchParams(fields), keys })
  const changed = async (fields: Record<string, string>, keys?: CartIdentity) => {
    const answer = await submit(fields, keys)
    if (!answer.success) throw new Error(answer.error.code)
    return answer.data
  }
  const quantities = async (cartId: string | undefined): Promise<[string, number][]> =>
    (await showCart(shop.context, { site, cartId: cartId ?? '' }))?.items.map((item) => [
      item.ticketTypeId,
      item.quantity,
    ]) ?? []

  beforeAll(async () => {
    shop = await openShop()
    site = shop.context.sites.resolve(shop.host)
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  it('holds under a new id, adds to existing items, and keeps other types', async () => {
    const [a, b] = [await type(), await type()]
    const { keys, short } = await changed({ [a]: '2', [b]: '0' })
    expect(short).toEqual([])
    expect(await quantities(keys.cartId)).toEqual([[a, 2]])
    const again = await changed({ [a]: '1', [b]: '1' }, keys)
    expect(again.keys.cartId).toBe(keys.cartId)
    expect(await quantities(keys.cartId)).toEqual([
      [a, 3],
      [b, 1],
    ])
  })

  it('sets quantities, removes a type, and forgets an empty cart', async () => {
    const [a, b] = [await type(), await type()]
    const { keys } = await changed({ [a]: '2', [b]: '1' })
    await changed({ do: 'set', [a]: '4', [b]: '1' }, keys)
    expect(await quantities(keys.cartId)).toEqual([
      [a, 4],
      [b, 1],
    ])
    await changed({ remove: b }, keys)
    expect(await quantities(keys.cartId)).toEqual([[a, 4]])
    const emptied = await changed({ remove: a }, { ...keys, promoCode: 'GONE' })
    expect(emptied.keys).toEqual({})
    expect(await shop.counters(a)).toMatchObject({ held: 0 })
  })

  it.each(['1.5', '-1', 'two', '1001'])('refuses %s as a quantity and changes nothing', async (typed) => {
    const a = await type()
    const { keys } = await changed({ [a]: '2' })
    expect(await submit({ do: 'set', [a]: typed }, keys)).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    })
    expect(await quantities(keys.cartId)).toEqual([[a, 2]])
  })

  it('explains shortages by name on the next page', async () => {
    const scarce = await type({ name: 'Balcony', capacity: 1 })
    const { keys, short } = await changed({ [scarce]: '2' })
    expect(short).toEqual([{ ticketTypeId: scarce, reason: 'SOLD_OUT', held: 1 }])
    expect(await shortageMessages(shop.context, site, serializeShortages(short))).toEqual([
      'Only 1 of Balcony could be held: the rest is sold out.',
    ])
    expect(keys.cartId).toBeDefined()
    const late = await changed({ [scarce]: '1' })
    expect(await shortageMessages(shop.context, site, serializeShortages(late.short))).toEqual([
      'Balcony has just sold out.',
    ])
    expect(late.keys).toEqual({})
  })

  it.each(['', 'nonsense', `${newCartId()}.SOLD_OUT.1`, `${newCartId()}.WHATEVER.1`, '\u0000.LIMIT.x'])(
    'ignores %j',
    async (listed) => {
      expect(await shortageMessages(shop.context, site, listed)).toEqual([])
    },
  )

  it('asks before replacing a cart of another promoter', async () => {
    const promoterId = await insertPromoter(shop.context.db, 'Brickworks')
    const eventId = await insertEvent(shop.context.db, {
      promoterId,
      startsAt: new Date('2026-12-02T20:00:00Z'),
    })
    const [own, foreign] = [await type(), await insertTicketType(shop.context.db, { promoterId, eventId })]
    const main = shop.context.sites.resolve('localhost')
    const onMain = (fields: Record<string, string>, keys: CartIdentity = {}) =>
      submitCartForm(shop.context, { site: main, form: new URLSearchParams(fields), keys })
    const first = await onMain({ [own]: '1' })
    const keys = first.success ? first.data.keys : {}
    expect(await onMain({ [foreign]: '1' }, keys)).toMatchObject({ error: { code: 'MIXED_CART' } })
    expect(await quantities(keys.cartId)).toEqual([[own, 1]])
    expect(await onMain({ do: 'replace', [foreign]: '1' }, keys)).toMatchObject({ data: { keys, short: [] } })
    expect(await shop.counters(own)).toMatchObject({ held: 0 })
    expect(await shop.counters(foreign)).toMatchObject({ held: 1 })
  })

  it('refuses an empty and an unknown promo code', async () => {
    const { keys } = await changed({ [await type()]: '1' })
    expect(await submit({ do: 'promo', code: ' ' }, keys)).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    })
    expect(await submit({ do: 'promo', code: 'NOPE' }, keys)).toMatchObject({
      error: { code: 'PROMO_UNKNOWN' },
    })
    expect((await changed({ do: 'no promo' }, { ...keys, promoCode: 'X' })).keys).toEqual(keys)
  })
})
