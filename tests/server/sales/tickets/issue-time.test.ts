import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { HeldTicketView } from '#contracts/checkout/transfers.ts'
import { parseToken } from '#model/sales/door/tokens.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'
import { openTransferStage, pageOf, passOn, pathOf, readOrder } from '#tests/support/transfers.ts'

it('tickets issued after January 2038 are shown, signed and passed on', async () => {
  const { fixture, ticketTypeId, close } = await openTransferStage()
  const { db } = fixture.context
  const issuedAt = new Date('2040-06-01T12:00:00Z')
  const issuedAtSeconds = issuedAt.getTime() / 1000
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 1 })
  const { id } = (await fixture.checkout(cartId, 10)).data.order
  await fixture.pay(id, CARDS.good)
  // Before the order is read for the first time, because signed tokens are cached.
  await sql`update tickets set created_at = ${issuedAt} where order_id = ${id}`.execute(db)
  const [bought] = (await readOrder(fixture, id)).tickets
  if (!bought) throw new Error('The order has no ticket.')
  expect(parseToken(bought.token)?.issuedAtSeconds).toBe(issuedAtSeconds)
  const sam = await passOn(fixture, pathOf({ id }, bought))
  const { data } = await fixture.ask<{ held: HeldTicketView }>('GET', pageOf(sam))
  expect(parseToken(data.held.ticket.token)?.issuedAtSeconds).toBe(issuedAtSeconds)
  await close()
})
