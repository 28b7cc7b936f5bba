import { afterEach, beforeEach, expect, it } from 'vitest'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  approve,
  askForMoney,
  goOn,
  insertLink,
  insertRule,
  openPayee,
  openSeller,
  sell,
} from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

it('a balance keeps commission that members owe after refunds, until they have earned it again', async () => {
  const { shop, owner, ticketTypeId } = fixture
  const seller = await openSeller(shop)
  const linkId = await insertLink(shop, seller.id)
  await insertRule(shop, { basisPoints: 2000 })
  const sellWithLink = async (quantity: number): Promise<string> =>
    (await sell(shop, { linkId, wishes: { [ticketTypeId]: quantity }, total: quantity * 25 })).id
  await fixture.sellTickets(4)
  const orderId = await sellWithLink(4)
  await openPayee(shop, seller)
  await goOn(shop, 20, [seller, owner])
  const { payout } = (await askForMoney(seller, 15)).data
  await approve(owner, payout.id)
  expect(await fixture.balance()).toMatchObject({ balance: 180, memberDebt: 0, available: 180 })

  await fixture.refund(orderId)
  expect(await fixture.balance()).toMatchObject({ balance: 100, memberDebt: 15, available: 85 })
  await fixture.openAccount()
  expect((await fixture.request()).data).toMatchObject({ settlement: { amount: 85 } })
  const [settlement] = await fixture.settlements()
  expect(await fixture.statement(settlement?.id ?? '')).toMatchObject({
    closingBalance: 15,
    memberDebt: 15,
  })
  expect((await fixture.request()).error.code).toBe('SETTLEMENT_OPEN')

  await shop.context.db
    .updateTable('events')
    .set({ starts_at: new Date('2026-12-20T20:00:00Z'), ends_at: new Date('2026-12-20T23:00:00Z') })
    .execute()
  await sellWithLink(2)
  expect(await fixture.balance()).toMatchObject({ memberDebt: 5 })
  await sellWithLink(2)
  expect(await fixture.balance()).toMatchObject({ memberDebt: 0 })
})
