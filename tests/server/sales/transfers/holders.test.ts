import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HeldTicketView, TicketOfferView } from '#contracts/checkout/transfers.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { Order } from '#model/sales/orders.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { type ConsoleFixture } from '#tests/support/console.ts'
import { openDevice } from '#tests/support/door.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { type MailServer } from '#tests/support/mail-server.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import {
  buyTickets,
  offer,
  pageOf,
  passOn,
  pathOf,
  readOrder,
  reclaim,
  replaceCode,
  SAM,
  scanAfterSync,
  openTransferStage,
  type TransferStage,
} from '#tests/support/transfers.ts'

let stage: TransferStage
let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher
let ticketTypeId: string
let order: Order

beforeEach(async () => {
  stage = await openTransferStage()
  ;({ fixture, server, post, ticketTypeId, order } = stage)
})
afterEach(() => stage.close())

const ticketOf = (at = 0): Order['tickets'][number] => {
  const ticket = order.tickets[at]
  if (!ticket) throw new Error('The order has no such ticket.')
  return ticket
}
const path = (at = 0): string => pathOf(order, ticketOf(at))
const mailTo = (address: string) => server.arrived.findLast(({ to }) => to === address)
const readHeld = (id: string) => fixture.ask<{ held: HeldTicketView }>('GET', `/api/public/tickets/${id}`)
const readOffer = (id: string) =>
  fixture.ask<{ offer: TicketOfferView }>('GET', `/api/public/ticket-offers/${id}`)
const detail = async (): Promise<OrderDetail> =>
  (await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${order.id}`)).data.detail

describe('a new code', () => {
  it('is refused to the old picture after the next sync of a device, and emailed to the buyer', async () => {
    const old = ticketOf()
    expect(await scanAfterSync(fixture, old.token)).toBe('known')
    const replaced = await replaceCode(fixture, path())
    expect([replaced.status, replaced.data.actions.ticketId]).toEqual([201, old.id])
    expect(await scanAfterSync(fixture, old.token)).toBe('replaced')
    const [fresh, other] = (await readOrder(fixture, order.id)).tickets
    expect(fresh?.code).not.toBe(old.code)
    expect(other).toEqual(order.tickets[1])
    expect(await scanAfterSync(fixture, fresh?.token ?? '')).toBe('known')
    await post.deliver()
    expect(mailTo(CUSTOMER.email)?.mail.subject).toContain('New code')
    expect(mailTo(CUSTOMER.email)?.mail.text).toContain(fresh?.code)
    const { timeline } = await detail()
    expect(timeline.map(({ text }) => text)).toContain(`Ticket ${old.code}: new code, requested by the buyer`)
    expect(timeline.map(({ text }) => text)).toContain(`The new code was sent to ${CUSTOMER.email}`)
  })

  it('is made once for a repeated request, and five times a day', async () => {
    const key = randomUUID()
    await replaceCode(fixture, path(), key)
    const [once] = (await readOrder(fixture, order.id)).tickets
    expect((await replaceCode(fixture, path(), key)).success).toBe(true)
    expect((await readOrder(fixture, order.id)).tickets[0]).toEqual(once)
    for (let count = 0; count < 4; count += 1) expect((await replaceCode(fixture, path())).success).toBe(true)
    expect((await replaceCode(fixture, path())).error.code).toBe('NEW_CODE_LIMIT')
    expect((await replaceCode(fixture, path(1))).success).toBe(true)
  })
})

describe('a name', () => {
  it('is changed by the buyer or the recipient, keeps the code, and reaches the door', async () => {
    const sam = await passOn(fixture, path(1))
    const device = openDevice(fixture, fixture.owner.bearer)
    await device.sync()
    const rename = (of: string) =>
      fixture.ask('PUT', `${of}/holder`, { body: { firstName: 'Kim', lastName: 'Lee' } })
    expect((await rename(path())).data).toMatchObject({ actions: { firstName: 'Kim', lastName: 'Lee' } })
    expect((await rename(pageOf(sam))).success).toBe(true)
    expect((await rename(path(1))).error.code).toBe('TICKET_PASSED_ON')
    const { data } = await device.sync()
    for (const { id } of order.tickets)
      expect(data.tickets.find(([each]) => each === id)?.[5]).toBe('Kim Lee')
    expect((await readOrder(fixture, order.id)).tickets[0]).toEqual({ ...ticketOf(), holder: 'Kim Lee' })
    expect((await readHeld(sam.id)).data.held.ticket).toEqual({ ...sam.ticket, holder: 'Kim Lee' })
  })
})

describe('access', () => {
  it('needs the links: other orders, ids and sites don’t open a ticket', async () => {
    const sam = await passOn(fixture, path())
    const offered = await offer(fixture, path(1))
    const link = offered.data.actions.offer?.linkId ?? ''
    const other = await buyTickets(fixture, { ticketTypeId, quantity: 1 })
    await insertPromoter(fixture.context.db, 'Borealis')
    const host = 'borealis.localhost'
    const key = randomUUID()
    const answers = [
      await replaceCode(fixture, pathOf(other, ticketOf(1))),
      await offer(fixture, pathOf({ id: randomUUID() }, ticketOf(1))),
      await readHeld(ticketOf().id),
      await readHeld(link),
      await readOffer(sam.id),
      await fixture.ask('GET', `/api/public/tickets/${sam.id}`, { host }),
      await fixture.ask('GET', `/api/public/ticket-offers/${link}`, { host }),
      await fixture.ask('POST', `/api/public/ticket-offers/${link}/accept`, { host, key, body: SAM }),
      await fixture.ask('POST', `${pageOf(sam)}/codes`, { host, key }),
      await fixture.ask('POST', `${path(1)}/codes`, { host, key }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })

  it('ends with the link of the order', async () => {
    const sam = await passOn(fixture, path())
    await sql`update promoters set order_link_days = 30`.execute(fixture.context.db)
    expect((await readHeld(sam.id)).success).toBe(true)
    fixture.clock.advance(60 * 86_400_000)
    expect((await readHeld(sam.id)).error.code).toBe('LINK_INVALID')
    expect((await replaceCode(fixture, path(1))).error.code).toBe('ORDER_SIGN_IN')
  })
})

describe('the event’s setting', () => {
  it('is saved in the console, with the number of hours', async () => {
    const path = `/api/promoter/events/${fixture.eventId}`
    const read = await fixture.owner.ask<{ event: ConsoleEvent }>('GET', path)
    const { version, fields } = read.data.event
    expect(fields).toMatchObject({ ticketTransfers: true, transferCutoffHours: 0 })
    const put = (transferCutoffHours: number) =>
      fixture.owner.ask<{ event: ConsoleEvent }>('PUT', path, {
        body: { version, fields: { ...fields, transferCutoffHours } },
      })
    expect((await put(-1)).error.details).toMatchObject([{ path: 'fields.transferCutoffHours' }])
    const saved = await put(24 * 11)
    await fixture.owner.ask('POST', `${path}/publish`, { body: { version: saved.data.event.version } })
    expect((await offer(fixture, pathOf(order, ticketOf()))).error.code).toBe('TRANSFERS_OVER')
  })
})

describe('limits', () => {
  it('twenty emails to one address a day, also from several orders; links still work', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await offer(fixture, path(count % 2), SAM.email)).success).toBe(true)
      await reclaim(fixture, path(count % 2))
    }
    expect((await offer(fixture, path(), SAM.email)).error.code).toBe('PASS_ON_LIMIT')
    const other = await buyTickets(fixture, { ticketTypeId, quantity: 1 })
    const [ticket] = other.tickets
    if (!ticket) throw new Error('The order has no ticket.')
    expect((await offer(fixture, pathOf(other, ticket), SAM.email)).error.code).toBe('PASS_ON_LIMIT')
    expect((await offer(fixture, path())).success).toBe(true)
  })
})
