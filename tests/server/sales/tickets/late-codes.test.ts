import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HeldTicketView } from '#contracts/checkout/transfers.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { Order } from '#model/sales/orders.ts'
import { sendShownCodes } from '#server/jobs/notifications/send-shown-codes.ts'
import { getTicketPdf, getTicketPdfOfPage } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'
import { readPassContent } from '#server/sales/wallets/find-wallet-ticket.ts'
import { findOrderView } from '#server/sales/orders/order-rows.ts'
import { publishEvent, setLateCodes, TEN_MINUTES_MS, wholeMail, writeEvent } from '#tests/support/codes.ts'
import { openCustomer, PASSWORD } from '#tests/support/people.ts'
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
let sam: HeldTicketView
const client = { origin: 'http://aurora.localhost', cookies: {} }

/** Two tickets with late codes; the second was passed on to Sam. */
beforeEach(async () => {
  stage = await openTransferStage()
  await setLateCodes(stage.fixture)
  order = await buyTickets(stage.fixture, { ticketTypeId: stage.ticketTypeId, quantity: 2 })
  sam = await passOn(stage.fixture, pathOf(order, ticketAt(1)))
})
afterEach(() => stage.close())

const ticketAt = (at: number): Order['tickets'][number] => {
  const ticket = order.tickets[at]
  if (!ticket) throw new Error('The order has no such ticket.')
  return ticket
}

const showCodes = (): void => stage.fixture.clock.advance(TEN_MINUTES_MS)
const sendCodes = async (): Promise<void> => {
  await sendShownCodes(stage.fixture.context)
  await stage.post.deliver()
}
const mailsTo = (address: string): string[] =>
  stage.server.arrived.filter(({ to }) => to === address).map(wholeMail)
const subjects = (): string[] => stage.server.arrived.map(({ to, mail }) => `${to}: ${mail.subject}`)

/** Codes and tokens of the order, as the promoter sees them. */
async function secretsOf(orderId: string): Promise<string[]> {
  const { data } = await stage.fixture.owner.ask<{ detail: OrderDetail }>(
    'GET',
    `/api/promoter/orders/${orderId}`,
  )
  return data.detail.order.tickets.flatMap(({ code, token }) => [code, code.replace('-', ''), token])
}

const asSite = () => stage.fixture.context.sites.resolve(stage.fixture.host)
const paperOf = (id: string) => getTicketPdf(stage.fixture.context, { site: asSite(), id, client })
const paperOfPage = (ticketKey: string) =>
  getTicketPdfOfPage(stage.fixture.context, { site: asSite(), ticketKey, origin: client.origin })

/** What every way to a holder's tickets shows. */
async function seenByHolders(): Promise<string[]> {
  const { fixture, post, server } = stage
  const path = `/api/public/orders/${order.id}`
  const ada = await openCustomer(fixture, { email: CUSTOMER.email })
  const row = await findOrderView(fixture.context.db, order.id)
  if (!row) throw new Error('The order was not found.')
  const passes = row.tickets.map(({ id: ticketId, generation }) =>
    readPassContent(fixture.context, row, { ticketId, generation }),
  )
  const answers = [
    await fixture.ask('GET', path),
    await fixture.ask('POST', `${path}/confirm`),
    await fixture.ask('POST', `${path}/resends`, { key: randomUUID() }),
    await replaceCode(fixture, pathOf(order, ticketAt(0))),
    await replaceCode(fixture, pageOf(sam)),
    await fixture.ask('GET', pageOf(sam)),
    await ada.ask('GET', '/api/auth/customer/tickets'),
    await ada.ask('GET', '/api/auth/customer/orders'),
    await ada.ask('POST', '/api/auth/customer/export', { body: { password: PASSWORD } }),
    await Promise.all(passes),
    await post.deliver(),
    await fixture.ask('PUT', `${path}/email`, { body: { email: 'ada@example.org' }, key: randomUUID() }),
  ]
  for (const answer of answers) expect(JSON.stringify(answer) ?? '').not.toContain('"success":false')
  await post.deliver()
  return [...answers.map((answer) => JSON.stringify(answer) ?? ''), ...server.arrived.map(wholeMail)]
}

describe('a late code', () => {
  it('is nowhere before it appears', async () => {
    const { fixture } = stage
    // All codes that there ever were, because some of the ways replace them.
    const secrets = await secretsOf(order.id)
    const seen = await seenByHolders()
    const { rows } = await sql<{ code: string }>`
      select code from tickets where order_id = ${order.id}`.execute(fixture.context.db)
    for (const secret of [...secrets, ...(await secretsOf(order.id)), ...rows.map(({ code }) => code)])
      expect(seen.filter((text) => text.includes(secret))).toEqual([])
    expect(await paperOf((await findOrderView(fixture.context.db, order.id))?.linkId ?? '')).toBe('page')
    expect(await paperOfPage(sam.id)).toBe('page')
    const files = stage.server.arrived.flatMap(({ mail }) => mail.attachments.map(({ filename }) => filename))
    expect(files.filter((name) => !name?.endsWith('.ics'))).toEqual([])
    expect(mailsTo(CUSTOMER.email).join('\n')).toContain('QR code appears on Sat 21 Nov, 13:10')
    expect(mailsTo(SAM.email).join('\n')).toContain('QR code appears on Sat 21 Nov, 13:10')
  })

  it('says when it appears, and then does', async () => {
    const appearsAt = '2026-11-21T12:10:00.000Z'
    const [first] = (await readOrder(stage.fixture, order.id)).tickets
    expect(first).toMatchObject({ code: '', token: '', codeMode: 'late', codeAppearsAt: appearsAt })
    stage.fixture.clock.advance(TEN_MINUTES_MS - 1)
    expect((await readOrder(stage.fixture, order.id)).tickets[0]?.token).toBe('')
    stage.fixture.clock.advance(1)
    const [code, , token] = await secretsOf(order.id)
    const [shown] = (await readOrder(stage.fixture, order.id)).tickets
    expect(shown).toMatchObject({ code, token, codeAppearsAt: appearsAt })
    const { data } = await stage.fixture.ask<{ held: HeldTicketView }>('GET', pageOf(sam))
    expect(data.held.ticket).toMatchObject({ status: 'valid', code: expect.stringMatching(/^\w{5}-\w{5}$/) })
    const paper = await paperOfPage(sam.id)
    if (typeof paper !== 'object') throw new Error(`The ticket has no PDF: ${paper}.`)
    expect((await buffer(paper.pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('is emailed once to each holder when it appears', async () => {
    await stage.post.deliver()
    stage.server.arrived.length = 0
    await sendCodes()
    expect(subjects()).toEqual([])
    showCodes()
    await Promise.all([sendShownCodes(stage.fixture.context), sendShownCodes(stage.fixture.context)])
    await sendCodes()
    const [ada, , , samsCode] = await secretsOf(order.id)
    // The order that was placed before is of the same event, and gets one, too.
    expect(subjects().toSorted()).toEqual([
      `${CUSTOMER.email}: Your QR code: Night Shift`,
      `${CUSTOMER.email}: Your QR codes: Night Shift`,
      `${SAM.email}: Your QR code: Night Shift`,
    ])
    expect(mailsTo(SAM.email)[0]).toContain(samsCode)
    const adas = mailsTo(CUSTOMER.email).filter((mail) => mail.includes(ada ?? ''))
    expect(adas).toHaveLength(1)
    expect(adas[0]).not.toContain(samsCode)
    const { rows } = await sql<{ withheld: boolean }>`
      select codes_withheld as withheld from events where id = ${stage.fixture.eventId}`.execute(
      stage.fixture.context.db,
    )
    expect(rows).toEqual([{ withheld: false }])
  })

  it('isn’t emailed for tickets that aren’t valid any more, or after its order’s own email', async () => {
    const { fixture, ticketTypeId } = stage
    await sql`update tickets set status = 'void' where order_id = ${order.id}`.execute(fixture.context.db)
    await sql`update orders set status = 'refunded' where id = ${stage.order.id}`.execute(fixture.context.db)
    showCodes()
    fixture.clock.advance(1)
    await buyTickets(fixture, { ticketTypeId, quantity: 1 })
    await stage.post.deliver()
    stage.server.arrived.length = 0
    await sendCodes()
    expect(subjects()).toEqual([])
    await sql`update tickets set status = 'valid' where order_id = ${order.id}`.execute(fixture.context.db)
    await sql`update orders set status = 'paid' where id = ${stage.order.id}`.execute(fixture.context.db)
  })

  it('isn’t emailed when the event was cancelled', async () => {
    const { fixture } = stage
    await stage.post.deliver()
    stage.server.arrived.length = 0
    await sql`update events set status = 'cancelled' where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    showCodes()
    await sendCodes()
    expect(subjects()).toEqual([])
  })

  it('is emailed when the event gets codes that are shown at once', async () => {
    const { fixture } = stage
    await stage.post.deliver()
    stage.server.arrived.length = 0
    fixture.clock.advance(1000)
    await sql`update events set code_mode = 'open' where id = ${fixture.eventId}`.execute(fixture.context.db)
    await sendCodes()
    expect(subjects()).toHaveLength(3)
    expect((await readOrder(fixture, order.id)).tickets[0]?.code).not.toBe('')
  })
})

describe('making codes late and open again after tickets were sold', () => {
  beforeEach(async () => {
    const { fixture } = stage
    // All who have tickets so far were emailed their codes.
    await sql`
      update events set code_mode = 'open', codes_withheld = false, published_at = now() where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    await stage.post.deliver()
  })

  const buy = () => buyTickets(stage.fixture, { ticketTypeId: stage.ticketTypeId, quantity: 1 })

  /** Publishes the kind of code. Returns which emails send codes then. */
  async function codesAfter(codeMode: 'late' | 'open'): Promise<string[]> {
    const { fixture, server } = stage
    fixture.clock.advance(1000)
    expect((await publishEvent(fixture, await writeEvent(fixture, { codeMode }))).status).toBe(200)
    fixture.clock.advance(1000)
    await stage.post.deliver()
    server.arrived.length = 0
    await sendCodes()
    return server.arrived
      .filter(({ mail }) => mail.subject?.startsWith('Your QR code'))
      .map((each) => `${each.to}: ${wholeMail(each)}`)
  }

  it('emails codes to those who got tickets in between only, and once', async () => {
    expect(await codesAfter('late')).toEqual([])
    const bought = await buy()
    const { firstName, email } = { firstName: 'Kim', email: 'kim@example.com' }
    await passOn(stage.fixture, pathOf(order, ticketAt(0)), { firstName, email })
    const mails = await codesAfter('open')
    const [code = ''] = await secretsOf(bought.id)
    const [passedOn = ''] = await secretsOf(order.id)
    expect(mails.toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^${CUSTOMER.email}: [^]*${code}`)),
      expect.stringMatching(new RegExp(`^kim@example.com: [^]*${passedOn}`)),
    ])
    for (const codeMode of ['late', 'open', 'late', 'open'] as const)
      expect(await codesAfter(codeMode)).toEqual([])
  })

  it('emails a replaced code', async () => {
    expect(await codesAfter('late')).toEqual([])
    await replaceCode(stage.fixture, pathOf(order, ticketAt(0)))
    const mails = await codesAfter('open')
    const [code = ''] = await secretsOf(order.id)
    expect(mails).toEqual([expect.stringContaining(code)])
  })

  it('emails codes when an earlier order’s own email was composed in between', async () => {
    const bought = await buy()
    expect(await codesAfter('late')).toEqual([])
    const [code = ''] = await secretsOf(bought.id)
    expect(await codesAfter('open')).toEqual([expect.stringContaining(code)])
    expect(await codesAfter('late')).toEqual([])
    expect(await codesAfter('open')).toEqual([])
  })

  it('emails codes that were hidden when they became open and late again before the emails were sent', async () => {
    const { fixture } = stage
    expect(await codesAfter('late')).toEqual([])
    const bought = await buy()
    await stage.post.deliver()
    for (const codeMode of ['open', 'late'] as const) {
      fixture.clock.advance(1000)
      expect((await publishEvent(fixture, await writeEvent(fixture, { codeMode }))).status).toBe(200)
    }
    const [code = ''] = await secretsOf(bought.id)
    expect(await codesAfter('open')).toEqual([expect.stringContaining(code)])
  })
})
