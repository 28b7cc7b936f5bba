import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let ticketTypeId: string

beforeAll(async () => {
  shop = await openShop()
  ticketTypeId = await insertTicketType(shop.context.db, shop)
})
afterAll(() => shop.close())

const validate = async (code: string): Promise<unknown> => {
  const body = { code, items: [{ ticketTypeId, quantity: 1 }] }
  return (await shop.ask('POST', '/api/public/promo-codes/validate', { body })).data
}

describe('§3: a promo code has code, discountType, discountValue and maxDiscountAmount', () => {
  test.each([
    ['percentage', { percent: 10 }, { discountType: 'percentage', discountValue: 10 }],
    [
      'percentage with a maximum',
      { percent: 15, maxDiscountCents: 750 },
      { discountType: 'percentage', discountValue: 15, maxDiscountAmount: 7.5 },
    ],
    ['fixed', { amountCents: 499 }, { discountType: 'fixed', discountValue: 4.99 }],
  ])('%s', async (kind, terms, fields) => {
    const code = kind.toUpperCase().replaceAll(' ', '-')
    await insertPromo(shop.context.db, { promoterId: shop.promoterId, code, ...terms })
    expect(await validate(code)).toEqual({ code, ...fields })
  })
})
