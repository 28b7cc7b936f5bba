import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { CheckIn } from '#contracts/console/door/check-ins.ts'
import type { EventChangeEmail } from '#contracts/console/event-change-email.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { LIVE_STEP_MS } from '#model/sales/door/live-codes.ts'
import type { Order, Ticket } from '#model/sales/orders.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { sendChangeNotifications } from '#server/jobs/notifications/send-change-notifications.ts'
import { sendShownCodes } from '#server/jobs/notifications/send-shown-codes.ts'
import { getTicketPdf } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'
import { liveCodeAt, publishEvent, setLiveCodes, wholeMail, writeEvent } from '#tests/support/codes.ts'
import { openConsoleFixture } from '#tests/support/console.ts'
import { readDoorSnapshot } from '#tests/support/door.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import {
  buyTickets,
  openTransferStage,
  pageOf,
  passOn,
  pathOf,
  readOrder,
  replaceCode,
  SAM,
  type TransferStage,
} from '#tests/support/transfers.ts'

let stage: TransferStage
let order: Order

beforeEach(async () => {
  stage = await openTransferStage()
  await setLiveCodes(stage.fixture)
  order = await readOrder(stage.fixture, stage.order.id)
})
afterEach(() => stage.close())

const ticketAt = (at: number, from = order): Ticket => {
  const ticket = from.tickets[at]
  if (!ticket) throw new Error('The order has no such ticket.')
  return ticket
}
const now = (): number => stage.fixture.clock.now()
const liveNow = (ticket: Ticket): Promise<string> => liveCodeAt(ticket, now())
type Scanned = { code: string; direction?: 'exit' } | { ticketId: string }
const askCheckIn = (body: Scanned, key: string = randomUUID()) =>
  stage.fixture.owner.ask<CheckIn>('POST', `/api/promoter/events/${stage.fixture.eventId}/check-ins`, {
    body,
    key,
  })
const checkIn = async (body: Scanned): Promise<CheckIn['verdict']> => (await askCheckIn(body)).data.verdict

describe('a live code', () => {
  it('is admitted once, by a scanner of the API', async () => {
    const code = await liveNow(ticketAt(0))
    expect(await checkIn({ code })).toBe('valid')
    expect(await checkIn({ code })).toBe('already_used')
  })

  it('is refused when it is a copy: a step later it is still read, a minute later it isn’t', async () => {
    const [one, other] = [await liveNow(ticketAt(0)), await liveNow(ticketAt(1))]
    stage.fixture.clock.advance(LIVE_STEP_MS)
    expect(await checkIn({ code: one })).toBe('valid')
    stage.fixture.clock.advance(60_000)
    expect(await checkIn({ code: other })).toBe('not_live')
    expect(await checkIn({ code: await liveNow(ticketAt(1)) })).toBe('valid')
  })

  it('is answered with its recorded scan when the request is repeated a minute later', async () => {
    const [code, key] = [await liveNow(ticketAt(0)), randomUUID()]
    const first = await askCheckIn({ code }, key)
    stage.fixture.clock.advance(60_000)
    const again = await askCheckIn({ code }, key)
    expect(again.data).toMatchObject({ verdict: 'valid', scan: first.data.scan, ticket: first.data.ticket })
    for (const other of [{ code: await liveNow(ticketAt(1)) }, { code, direction: 'exit' } as const])
      expect((await askCheckIn(other, key)).error.code).toBe('KEY_REUSED')
    // A code that names no ticket of this event isn't the request that was recorded.
    expect((await askCheckIn({ code: '00000-00000' }, key)).error.code).toBe('KEY_REUSED')
    expect(await checkIn({ code })).toBe('not_live')
  })

  it('is the only one: tokens and typed codes from before are refused, a search isn’t', async () => {
    const printed = ticketAt(0, stage.order)
    expect(await checkIn({ code: printed.token })).toBe('not_live')
    expect(await checkIn({ code: printed.code })).toBe('not_live')
    expect(await checkIn({ ticketId: printed.id })).toBe('valid')
  })

  it('isn’t made by changing digits, nor from another event’s ticket', async () => {
    const code = await liveNow(ticketAt(0))
    const digits = String((Number(code.slice(-8)) + 1) % 10 ** 8).padStart(8, '0')
    expect(await checkIn({ code: code.slice(0, -8) + digits })).toBe('not_live')
    const { fixture } = stage
    const startsAt = new Date(now() + 3_600_000)
    const eventId = await insertEvent(fixture.context.db, { promoterId: fixture.promoterId, startsAt })
    const typeId = await insertTicketType(fixture.context.db, { ...fixture, eventId, priceCents: 1000 })
    await sql`update events set code_mode = 'live' where id = ${eventId}`.execute(fixture.context.db)
    const other = await buyTickets(fixture, { ticketTypeId: typeId, quantity: 1 })
    expect(await checkIn({ code: await liveNow(ticketAt(0, other)) })).toBe('wrong_event')
  })

  it('ends with a new code and when the ticket is passed on', async () => {
    const old = ticketAt(0)
    expect((await replaceCode(stage.fixture, pathOf(order, old))).success).toBe(true)
    expect(await checkIn({ code: await liveNow(old) })).toBe('replaced')
    const passed = ticketAt(1)
    const sam = await passOn(stage.fixture, pathOf(order, passed))
    expect(await checkIn({ code: await liveNow(passed) })).toBe('replaced')
    expect(await checkIn({ code: await liveNow(sam.ticket) })).toBe('valid')
    const left = (await readOrder(stage.fixture, order.id)).tickets[1]
    expect([left?.status, left?.live]).toEqual(['passed_on', undefined])
  })

  it('isn’t sent, printed or shown as a fixed code', async () => {
    const { fixture, post, server, ticketTypeId } = stage
    const bought = await buyTickets(fixture, { ticketTypeId, quantity: 1 })
    await post.deliver()
    const { live, code, token } = ticketAt(0, bought)
    expect([code, token, live?.prefix.length]).toEqual(['', '', 149])
    const mail = server.arrived.map(wholeMail).join('\n')
    expect(mail).toContain('Your QR code is live')
    for (const secret of [live?.secret, live?.prefix]) expect(mail).not.toContain(secret)
    const client = { origin: 'http://aurora.localhost', cookies: {} }
    const site = fixture.context.sites.resolve(fixture.host)
    expect(await getTicketPdf(fixture.context, { site, id: bought.id, client })).toBe('page')
    // Not shown with a void ticket, either.
    await sql`update tickets set status = 'void' where order_id = ${bought.id}`.execute(fixture.context.db)
    expect((await readOrder(fixture, bought.id)).tickets[0]?.live).toBeUndefined()
    await sql`update tickets set status = 'valid' where order_id = ${bought.id}`.execute(fixture.context.db)
  })
})

describe('a device at the door', () => {
  const snapshot = async (): Promise<DoorSnapshot> =>
    (await readDoorSnapshot(stage.fixture, stage.fixture.owner.bearer)).data

  it('gets the key of its event, and only where codes are live', async () => {
    const live = await snapshot()
    expect(live.codes).toMatchObject({ mode: 'live', liveKey: expect.stringMatching(/^[\w+/]{43}=$/) })
    const { fixture } = stage
    await sql`update events set code_mode = 'open' where id = ${fixture.eventId}`.execute(fixture.context.db)
    const open = await snapshot()
    expect(open.codes).toMatchObject({ mode: 'open', liveKey: null })
    // So that open doors learn of the change.
    expect(open.rulesVersion).not.toBe(live.rulesVersion)
  })

  it('doesn’t get the key of another promoter’s event', async () => {
    const other = await openConsoleFixture()
    await setLiveCodes(other)
    const { data } = await readDoorSnapshot(other, other.owner.bearer)
    expect(data.codes?.liveKey).not.toBe((await snapshot()).codes?.liveKey)
    await other.close()
  })
})

describe('making codes live after tickets were sold', () => {
  const path = () => `/api/promoter/events/${stage.fixture.eventId}`
  const write = (change: Partial<EventFields>) => writeEvent(stage.fixture, change)
  const publish = (event: ConsoleEvent) => publishEvent(stage.fixture, event)

  beforeEach(async () => {
    const { db } = stage.fixture.context
    await sql`
      update events set code_mode = 'open', codes_withheld = false, published_at = now() where id = ${stage.fixture.eventId}`.execute(
      db,
    )
    await passOn(stage.fixture, pathOf(stage.order, ticketAt(1)))
    await stage.post.deliver()
    stage.server.arrived.length = 0
  })
  const sendAll = async (): Promise<void> => {
    await sendChangeNotifications(stage.fixture.context)
    await sendShownCodes(stage.fixture.context)
    await stage.post.deliver()
  }
  const mailsTo = (address: string): string[] =>
    stage.server.arrived.filter(({ to }) => to === address).map(wholeMail)

  it('tells buyers and recipients, even if the promoter chooses not to', async () => {
    const event = await write({ codeMode: 'live', ageNote: 'From 16' })
    expect(event).toMatchObject({ codeMode: 'open', fields: { codeMode: 'live' } })
    const { data } = await stage.fixture.owner.ask<{ news: EventChangeEmail }>('GET', `${path()}/news`)
    expect(data.news).toMatchObject({ orders: 1, what: 'kind of code', isRequired: true })
    expect((await publish(event)).status).toBe(200)
    await sendAll()
    for (const address of [CUSTOMER.email, SAM.email]) {
      const [mail, ...more] = mailsTo(address)
      expect(more).toEqual([])
      expect(mail).toContain('New kind of code: Night Shift')
      expect(mail).toContain('Printouts, PDFs and screenshots are no longer valid.')
    }
    expect(await checkIn({ code: ticketAt(0, stage.order).token })).toBe('not_live')
  })

  it('tells of nothing else that way', async () => {
    const event = await write({
      codeMode: 'live',
      venue: { name: 'Tempodrom', street: '', city: 'Berlin', country: 'Germany' },
    })
    await publish(event)
    await sendAll()
    const [mail] = mailsTo(CUSTOMER.email)
    expect(mail).toContain('New kind of code: Night Shift')
    expect(mail).not.toContain('Place before')
  })

  it('and back sends the codes, and live codes are still read', async () => {
    await publish(await write({ codeMode: 'live' }))
    await sendAll()
    const live = await liveNow(ticketAt(0, await readOrder(stage.fixture, order.id)))
    stage.server.arrived.length = 0
    stage.fixture.clock.advance(1000)
    expect((await publish(await write({ codeMode: 'open' }))).status).toBe(200)
    await sendAll()
    expect(mailsTo(CUSTOMER.email)).toEqual([expect.stringContaining('Your QR code: Night Shift')])
    expect(mailsTo(SAM.email)).toEqual([expect.stringContaining('Your QR code: Night Shift')])
    stage.fixture.clock.advance(60_000)
    expect(await checkIn({ code: live })).toBe('valid')
  })

  it('sends codes again each time they were live, and not after other changes', async () => {
    const { clock, context, eventId } = stage.fixture
    await sql`update events set starts_at = starts_at + interval '5 minutes' where id = ${eventId}`.execute(
      context.db,
    )
    const codesAfter = async (change: Partial<EventFields>): Promise<string[]> => {
      clock.advance(1000)
      expect((await publish(await write(change))).status).toBe(200)
      await sendAll()
      const { arrived } = stage.server
      return arrived.splice(0).flatMap(({ to, mail }) => (mail.subject?.startsWith('Your QR code') ? to : []))
    }
    const holders = [CUSTOMER.email, SAM.email]
    expect(await codesAfter({ codeMode: 'late', codeRevealHours: 2 })).toEqual([])
    clock.advance(300_000)
    expect(await codesAfter({ ageNote: 'From 16' })).toEqual([])
    for (const codeMode of ['late', 'open', 'open'] as const) {
      expect(await codesAfter({ codeMode: 'live' })).toEqual([])
      expect((await codesAfter({ codeMode })).toSorted()).toEqual(holders)
      expect(await codesAfter({ ageNote: `From 18, ${codeMode}` })).toEqual([])
    }
    const { data } = await stage.fixture.owner.ask<{ detail: OrderDetail }>(
      'GET',
      `/api/promoter/orders/${order.id}`,
    )
    const sent = `The email with the QR codes was sent to ${CUSTOMER.email}`
    expect(data.detail.timeline.filter(({ text }) => text === sent)).toHaveLength(3)
  })

  it('isn’t possible together with printed tickets', async () => {
    const event = await write({ codeMode: 'live', delivery: [{ method: 'will_call', price: 0 }] })
    expect(event.missing).toEqual([
      { path: 'codeMode', message: expect.stringContaining('Live codes can’t be printed.') },
    ])
    expect((await publish(event)).error).toMatchObject({ code: 'NOT_READY' })
  })
})

it('pages of recipients have a live code of their own', async () => {
  const sam = await passOn(stage.fixture, pathOf(order, ticketAt(0)))
  const { data } = await stage.fixture.ask<{ held: typeof sam }>('GET', pageOf(sam))
  expect(data.held.ticket.live?.secret).toMatch(/^[\da-f]{40}$/)
  expect(data.held.ticket.live?.secret).not.toBe(ticketAt(0).live?.secret)
})
