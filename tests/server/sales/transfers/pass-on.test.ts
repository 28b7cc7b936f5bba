import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { HeldTicketView, TicketOfferView } from '#contracts/checkout/transfers.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { Order } from '#model/sales/orders.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { type ConsoleFixture } from '#tests/support/console.ts'
import { openDevice } from '#tests/support/door.ts'
import { type MailServer } from '#tests/support/mail-server.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import {
  accept,
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
let order: Order

beforeEach(async () => {
  stage = await openTransferStage()
  ;({ fixture, server, post, order } = stage)
})
afterEach(() => stage.close())

const ticketOf = (at = 0): Order['tickets'][number] => {
  const ticket = order.tickets[at]
  if (!ticket) throw new Error('The order has no such ticket.')
  return ticket
}
const path = (at = 0): string => pathOf(order, ticketOf(at))
const mailTo = (address: string) => server.arrived.findLast(({ to }) => to === address)
const subjectsTo = (address: string): (string | undefined)[] =>
  server.arrived.filter(({ to }) => to === address).map(({ mail }) => mail.subject)
const linkIn = (address: string, pattern: RegExp): string =>
  pattern.exec(mailTo(address)?.mail.text ?? '')?.[1] ?? ''
const offerLinkTo = (address: string): string => linkIn(address, /\/tickets\/accept\/([0-9a-f-]{36})/)
const readHeld = (id: string) => fixture.ask<{ held: HeldTicketView }>('GET', `/api/public/tickets/${id}`)
const readOffer = (id: string) =>
  fixture.ask<{ offer: TicketOfferView }>('GET', `/api/public/ticket-offers/${id}`)
const detail = async (): Promise<OrderDetail> =>
  (await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${order.id}`)).data.detail
const setEvent = (values: ReturnType<typeof sql>) =>
  sql`update events set ${values} where id = ${fixture.eventId}`.execute(fixture.context.db)

describe('passing a ticket on', () => {
  it('by email gives its recipient a page with a code, and takes the code from its sender everywhere', async () => {
    const old = ticketOf()
    expect((await offer(fixture, path(), SAM.email)).data.actions.offer).toMatchObject({
      email: SAM.email,
      linkId: null,
    })
    // Until it is accepted, nothing about the ticket changes.
    expect(await readOrder(fixture, order.id)).toEqual(order)
    await post.deliver()
    const link = offerLinkTo(SAM.email)
    expect((await readOffer(link)).data.offer).toMatchObject({
      senderName: 'Ada',
      email: SAM.email,
      questions: [],
    })
    const { data } = await accept(fixture, link)
    const { ticket, actions } = data.held
    expect(ticket).toMatchObject({ id: old.id, holder: 'Sam Okafor', status: 'valid' })
    expect(actions).toMatchObject({ canReplaceCode: true, canTransfer: true, offer: null })

    expect(await scanAfterSync(fixture, old.token)).toBe('replaced')
    expect(await scanAfterSync(fixture, ticket.token)).toBe('known')

    await post.deliver()
    expect(linkIn(SAM.email, /\/tickets\/([0-9a-f-]{36})/)).toBe(data.held.id)
    expect(mailTo(SAM.email)?.mail.text).toContain(ticket.code)
    expect(mailTo(SAM.email)?.mail.attachments.map(({ filename }) => filename)).toEqual([
      `${ticket.code}.png`,
    ])
    expect(mailTo(CUSTOMER.email)?.mail.subject).toContain('Passed on')
    await fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/resends`)
    await post.deliver()
    expect(mailTo(CUSTOMER.email)?.mail.text).toContain(ticketOf(1).code)
    const shown = await readOrder(fixture, order.id)
    expect(shown.tickets[0]).toEqual({
      ...old,
      code: '',
      token: '',
      holder: 'Sam',
      status: 'passed_on',
      passedOnTo: 'Sam',
    })
    const seen = [
      JSON.stringify(shown),
      ...server.arrived.filter(({ to }) => to === CUSTOMER.email).map(({ raw }) => raw),
    ]
    for (const secret of [ticket.code, ticket.token, data.held.id, 'Okafor', SAM.email])
      expect(seen.filter((text) => text.includes(secret))).toEqual([])

    const { timeline, tickets } = await detail()
    expect(tickets[0]).toMatchObject({ code: ticket.code, firstName: 'Sam', email: SAM.email })
    expect(timeline.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        `Ticket ${old.code} offered to someone by the buyer`,
        `Ticket ${old.code} of the buyer passed on; code replaced`,
        `The ticket that was passed on was sent to ${SAM.email}`,
      ]),
    )
    for (const refused of [
      await replaceCode(fixture, path()),
      await offer(fixture, path()),
      await reclaim(fixture, path()),
    ])
      expect(refused.error.code).toBe('TICKET_PASSED_ON')
  })

  it('by link goes on to a third person, who alone has the code', async () => {
    const sam = await passOn(fixture, path())
    const kim = await passOn(fixture, pageOf(sam), {
      firstName: 'Kim',
      lastName: '',
      email: 'kim@example.com',
    })
    expect(kim.ticket).toMatchObject({ holder: 'Kim', status: 'valid' })
    const [shown] = (await readOrder(fixture, order.id)).tickets
    expect(shown).toMatchObject({ code: '', status: 'passed_on', passedOnTo: 'Sam' })
    expect((await readHeld(sam.id)).data.held).toMatchObject({
      ticket: { code: '', token: '', status: 'passed_on', passedOnTo: 'Kim' },
      actions: null,
    })
    expect(await scanAfterSync(fixture, sam.ticket.token)).toBe('replaced')
    expect((await replaceCode(fixture, pageOf(sam))).error.code).toBe('TICKET_PASSED_ON')
    const replaced = await replaceCode(fixture, pageOf(kim))
    expect(replaced.success).toBe(true)
    expect(await scanAfterSync(fixture, kim.ticket.token)).toBe('replaced')
    await post.deliver()
    expect(subjectsTo(SAM.email)).toEqual([expect.stringContaining('Passed on')])
    // Sent in any order.
    expect(subjectsTo('kim@example.com')).toEqual(
      expect.arrayContaining([expect.stringContaining('Your ticket'), expect.stringContaining('New code')]),
    )
  })

  it('happens once: of two people with the link, one gets the ticket', async () => {
    const { data } = await offer(fixture, path())
    const link = data.actions.offer?.linkId ?? ''
    const answers = await Promise.all([
      accept(fixture, link),
      accept(fixture, link, { firstName: 'Kim', email: 'kim@example.com' }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 410]))
    expect((await readOffer(link)).error.code).toBe('OFFER_OVER')
  })

  it('is repeated with the same key, not with another', async () => {
    const { data } = await offer(fixture, path())
    const link = data.actions.offer?.linkId ?? ''
    const key = randomUUID()
    const [first, again] = await Promise.all([accept(fixture, link, { key }), accept(fixture, link, { key })])
    expect(again.data.held).toEqual(first.data.held)
    expect((await accept(fixture, link, { key })).data.held).toEqual(first.data.held)
    expect((await accept(fixture, link)).error.code).toBe('OFFER_OVER')
    await post.deliver()
    expect(server.arrived.filter(({ to }) => to === SAM.email)).toHaveLength(1)
  })

  it('ends when it is reclaimed, unless it was accepted first', async () => {
    const first = await offer(fixture, path())
    expect((await offer(fixture, path())).error.code).toBe('OFFER_OPEN')
    expect((await reclaim(fixture, path())).data.actions.offer).toBeNull()
    expect((await reclaim(fixture, path())).error.code).toBe('OFFER_MISSING')
    expect((await accept(fixture, first.data.actions.offer?.linkId ?? '')).error.code).toBe('OFFER_OVER')
    const next = await offer(fixture, path())
    const [accepted, reclaimed] = await Promise.all([
      accept(fixture, next.data.actions.offer?.linkId ?? ''),
      reclaim(fixture, path()),
    ])
    expect([accepted.success, reclaimed.success].filter(Boolean)).toHaveLength(1)
    const [ticket] = (await readOrder(fixture, order.id)).tickets
    expect(ticket?.status).toBe(accepted.success ? 'passed_on' : 'valid')
  })

  it('isn’t emailed when it was reclaimed before', async () => {
    await offer(fixture, path(), SAM.email)
    await reclaim(fixture, path())
    await post.deliver()
    expect(server.arrived).toEqual([])
  })

  it('asks the recipient what the event asks each attendee', async () => {
    const ask = (more: object) => ({ scope: 'attendee', kind: 'text', choices: [], required: true, ...more })
    const questions = [
      ask({ id: 'meal', label: 'Meal', kind: 'choice', choices: ['Vegan', 'Fish'] }),
      ask({ id: 'order', label: 'How did you hear of us?', scope: 'order' }),
      ask({ id: 'other', label: 'For others', ticketTypeIds: [randomUUID()] }),
    ]
    await setEvent(sql`attendee_names = 'required', questions = ${JSON.stringify(questions)}::jsonb`)
    const { data } = await offer(fixture, path())
    const link = data.actions.offer?.linkId ?? ''
    const asked = await readOffer(link)
    expect(asked.data.offer).toMatchObject({ needsLastName: true, questions: [{ id: 'meal' }] })
    const refused = await accept(fixture, link, { lastName: '', answers: { meal: 'Steak' } })
    expect(refused.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'lastName' }, { path: 'answers.meal' }],
    })
    expect((await accept(fixture, link, { answers: { meal: 'Fish', order: 'x' } })).success).toBe(true)
    expect((await detail()).tickets[0]?.answers).toEqual([{ question: 'Meal', answer: 'Fish' }])
  })

  test.each([
    ['after the deadline', sql`transfer_cutoff_hours = 24 * 11`, 'TRANSFERS_OVER'],
    ['where the event doesn’t allow it', sql`ticket_transfers = false`, 'TRANSFERS_OFF'],
    ['for a cancelled event', sql`status = 'cancelled'`, 'EVENT_OVER'],
    ['after the event', sql`starts_at = '2026-11-01', ends_at = '2026-11-02'`, 'EVENT_OVER'],
  ])('is refused %s, to sender and recipient', async (_when, values, code) => {
    const { data } = await offer(fixture, path())
    const link = data.actions.offer?.linkId ?? ''
    await setEvent(values)
    const rename = fixture.ask('PUT', `${path(1)}/holder`, { body: { firstName: 'Kim', lastName: 'Lee' } })
    const answers = [
      await offer(fixture, path(1)),
      await readOffer(link),
      await accept(fixture, link),
      await rename,
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(Array.from({ length: 4 }, () => code))
    expect((await reclaim(fixture, path())).success).toBe(true)
    expect(await readOrder(fixture, order.id)).toEqual(order)
  })

  it('is refused for a ticket that was admitted, before or after the offer', async () => {
    const { data } = await offer(fixture, path())
    const device = openDevice(fixture, fixture.owner.bearer)
    for (const { id } of order.tickets) device.scan(id)
    await device.sync()
    const answers = [await offer(fixture, path(1)), await accept(fixture, data.actions.offer?.linkId ?? '')]
    expect(answers.map(({ error }) => error.code)).toEqual(['TICKET_ADMITTED', 'TICKET_ADMITTED'])
  })

  it('is refused for refunded and unpaid tickets, and ends with a refund', async () => {
    const { data } = await offer(fixture, path())
    await fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, {
      body: { tickets: [ticketOf().id] },
    })
    expect((await offer(fixture, path())).error.code).toBe('TICKET_VOID')
    expect((await replaceCode(fixture, path())).error.code).toBe('TICKET_VOID')
    expect((await accept(fixture, data.actions.offer?.linkId ?? '')).error.code).toBe('OFFER_OVER')
    expect((await offer(fixture, path(1))).success).toBe(true)
  })
})

describe('a refund', () => {
  it('voids a ticket that was passed on, and tells its holder once', async () => {
    const sam = await passOn(fixture, path())
    await post.deliver()
    server.arrived.length = 0
    const refund = (body: unknown) =>
      fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, { body })
    await refund({ tickets: [ticketOf().id] })
    await refund({ all: true })
    await post.deliver()
    const told = server.arrived.filter(({ to }) => to === SAM.email)
    expect(told.map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('No longer valid')])
    expect(told[0]?.mail.text, 'the price isn’t the holder’s business').not.toMatch(/[$€£]|\b\d+\.\d{2}\b/)
    const { held } = (await readHeld(sam.id)).data
    expect(held.ticket.status).toBe('void')
    expect(held.actions).toMatchObject({ canReplaceCode: false, canTransfer: false })
    expect((await readOrder(fixture, order.id)).tickets[0]).toMatchObject({
      status: 'void',
      code: '',
      token: '',
    })
    expect(await scanAfterSync(fixture, sam.ticket.token)).not.toBe('replaced')
  })

  it('and an acceptance at the same time never leave a valid ticket that wasn’t paid', async () => {
    const { data } = await offer(fixture, path())
    await Promise.all([
      accept(fixture, data.actions.offer?.linkId ?? ''),
      fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, { body: { all: true } }),
    ])
    const { rows } = await sql<{ status: string }>`select status from tickets`.execute(fixture.context.db)
    expect(rows.map(({ status }) => status)).toEqual(['void', 'void'])
  })
})

describe('correcting the order’s address', () => {
  it('leaves tickets that were passed on to their holders, and ends offers', async () => {
    const sam = await passOn(fixture, path())
    const { data } = await offer(fixture, path(1))
    const corrected = await fixture.owner.ask<{ detail: OrderDetail }>(
      'PUT',
      `/api/promoter/orders/${order.id}/email`,
      { body: { email: 'new@example.com', version: 1 } },
    )
    const { held } = (await readHeld(sam.id)).data
    expect(held.ticket).toEqual(sam.ticket)
    expect((await accept(fixture, data.actions.offer?.linkId ?? '')).error.code).toBe('OFFER_OVER')
    const shown = await readOrder(fixture, corrected.data.detail.linkId)
    expect(shown.tickets[0]).toMatchObject({ status: 'passed_on', code: '' })
    expect(shown.tickets[1]?.code).not.toBe(ticketOf(1).code)
    expect((await offer(fixture, path(1))).error.code).toBe('ORDER_LINK_REPLACED')
    await post.deliver()
    expect(mailTo('new@example.com')?.raw).not.toContain(sam.ticket.code)
  })
})
