import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { orderTables } from '#server/reports/exports/order-table.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(() => fixture.shop.close())

it('the export of orders says what vouchers and cards have paid', async () => {
  const { code, orderId } = await fixture.buyVoucher()
  const used = await fixture.buyWith([{ code, amount: 20 }])
  const open = (await fixture.place([{ code, amount: 10 }])).data.order
  const { context, promoterId } = fixture.shop
  const [orders] = await orderTables(context, { promoterId, filter: {} })
  if (!orders) throw new Error('There is no table of orders.')
  const at = (name: string): number => orders.head.indexOf(name)
  const rows = new Map<unknown, unknown[]>()
  for await (const page of orders.pages)
    for (const row of page)
      rows.set(
        row[at('Order')],
        ['Events', 'Paid by voucher', 'Paid by card'].map((name) => row[at(name)]),
      )
  const euros = (cents: number) => ({ cents, currency: 'EUR' })
  const { number } = await fixture.read(orderId)
  expect(rows.get(number)).toEqual(['Gift voucher', euros(0), euros(5000)])
  expect(rows.get(used.number)?.slice(1)).toEqual([euros(2000), euros(3450)])
  expect(rows.get(open.number)?.slice(1)).toEqual([euros(0), euros(0)])
})

it('the console shows a bought voucher on its order, without its code', async () => {
  const recipient = { name: 'Grace', email: 'grace@example.com', message: '', deliverOn: '2026-12-24' }
  const { code, orderId, voucherId } = await fixture.buyVoucher({ recipient })
  const answer = await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${orderId}`)
  const { boughtVoucher, money } = answer.data.detail
  expect(boughtVoucher).toEqual({
    id: voucherId,
    codeEnd: code.slice(-4),
    balance: 50,
    expiresAt: '2030-01-01T00:00:00.000Z',
    recipientName: 'Grace',
    recipientEmail: 'grace@example.com',
    deliverAt: '2026-12-24T07:00:00.000Z',
    deliveredAt: null,
  })
  expect(money).toMatchObject({ paid: 50, vouchers: 0, yours: 0 })
  expect(JSON.stringify(answer.data)).not.toContain(code)
})
