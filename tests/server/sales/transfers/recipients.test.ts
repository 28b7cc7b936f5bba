import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { HeldTicketView } from '#contracts/checkout/transfers.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { carryOutCancellations } from '#server/jobs/carry-out-cancellations.ts'
import { sendChangeNotifications } from '#server/jobs/notifications/send-change-notifications.ts'
import { getTicketPdf, getTicketPdfOfPage } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'
import { findOrderView } from '#server/sales/orders/order-rows.ts'
import {
  findWalletTicket,
  findWalletTicketOfPage,
  readPassContent,
} from '#server/sales/wallets/find-wallet-ticket.ts'
import { wholeMail } from '#tests/support/codes.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { hasPoppler, readPageCodes, readPages } from '#tests/support/pdf-tools.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import {
  openTransferStage,
  pageOf,
  passOn,
  pathOf,
  replaceCode,
  SAM,
  type TransferStage,
} from '#tests/support/transfers.ts'

let stage: TransferStage
let sam: HeldTicketView
const KIM = { firstName: 'Kim', lastName: 'Berg', email: 'kim@example.com' }
const client = { origin: 'http://aurora.localhost', cookies: {} }

/** Of an order of two, the first ticket was passed on to Sam. */
beforeEach(async () => {
  stage = await openTransferStage()
  const [first] = stage.order.tickets
  sam = await passOn(stage.fixture, pathOf(stage.order, first ?? { id: '' }))
  await stage.post.deliver()
  stage.server.arrived.length = 0
})
afterEach(() => stage.close())

const siteOf = (host = stage.fixture.host) => stage.fixture.context.sites.resolve(host)
const paperOf = (ticketKey: string, host?: string) =>
  getTicketPdfOfPage(stage.fixture.context, { site: siteOf(host), ticketKey, origin: client.origin })
const passOf = (ticketKey: string, host?: string) =>
  findWalletTicketOfPage(stage.fixture.context, { site: siteOf(host), ticketKey })
const mailsTo = (address: string): string[] =>
  stage.server.arrived.filter(({ to }) => to === address).map(wholeMail)
const subjectsTo = (address: string): (string | undefined)[] =>
  stage.server.arrived.filter(({ to }) => to === address).map(({ mail }) => mail.subject)

async function readPdf(found: Awaited<ReturnType<typeof paperOf>>): Promise<Buffer> {
  if (typeof found !== 'object') throw new Error(`There is no PDF: ${found}.`)
  return buffer(found.pdf)
}

describe('a recipient’s papers', () => {
  it.skipIf(!hasPoppler)(
    'are a PDF with their name and code, without the price (skipped without poppler-utils)',
    async () => {
      const pdf = await readPdf(await paperOf(sam.id))
      const [text = '', ...more] = readPages(pdf)
      expect(more).toEqual([])
      for (const part of ['Night Shift', 'Sam Okafor', sam.ticket.code]) expect(text).toContain(part)
      expect(text).not.toContain('Price')
      expect(await readPageCodes(pdf, 1)).toEqual([sam.ticket.token])
      // The buyer's PDF has the other ticket only.
      const { context } = stage.fixture
      const buyers = await getTicketPdf(context, { site: siteOf(), id: stage.order.id, client })
      expect(readPages(await readPdf(buyers))).toHaveLength(1)
    },
  )

  it('are passes of the current code, which the buyer can’t get', async () => {
    const { context } = stage.fixture
    const found = await passOf(sam.id)
    if (typeof found !== 'object') throw new Error(`There is no pass: ${found}.`)
    expect(await readPassContent(context, found.row, found.pass)).toMatchObject({
      isVoid: false,
      ticket: { code: sam.ticket.code, token: sam.ticket.token, holder: 'Sam Okafor' },
      orderNumber: stage.order.number,
    })
    const ticketId = sam.ticket.id
    expect(await findWalletTicket(context, { site: siteOf(), id: stage.order.id, ticketId, client })).toBe(
      'page',
    )
    // A pass that the buyer added before is void.
    const row = await findOrderView(context.db, stage.order.id)
    if (!row) throw new Error('The order was not found.')
    const old = await readPassContent(context, row, { ticketId, generation: found.pass.generation - 1 })
    expect(old).toMatchObject({ isVoid: true, ticket: { code: '', token: '' } })
  })

  it('end when the ticket is passed on again, is void, or the page has expired', async () => {
    const { fixture } = stage
    const kim = await passOn(fixture, pageOf(sam), KIM)
    expect([await paperOf(sam.id), await passOf(sam.id)]).toEqual(['page', 'page'])
    expect(await passOf(kim.id)).toMatchObject({ pass: { ticketId: sam.ticket.id } })
    const { db } = fixture.context
    await sql`update tickets set status = 'void' where id = ${sam.ticket.id}`.execute(db)
    expect(await paperOf(kim.id)).toBe('page')
    await sql`update tickets set status = 'valid' where id = ${sam.ticket.id}`.execute(db)
  })

  it('aren’t on another promoter’s site, nor for other ids', async () => {
    const { fixture } = stage
    await insertPromoter(fixture.context.db, 'Borealis')
    await fixture.context.sites.reload()
    for (const host of ['borealis.localhost'])
      expect([await paperOf(sam.id, host), await passOf(sam.id, host)]).toEqual([undefined, undefined])
    for (const key of [randomUUID(), 'x', stage.order.id])
      expect([await paperOf(key), await passOf(key)]).toEqual([undefined, undefined])
  })
})

describe('a recipient is told', () => {
  const event = () => `/api/promoter/events/${stage.fixture.eventId}`
  const view = async (): Promise<ConsoleEvent> =>
    (await stage.fixture.owner.ask<{ event: ConsoleEvent }>('GET', event())).data.event

  it('of a new place, once, like the buyer', async () => {
    const { fixture, post } = stage
    await sql`update events set published_at = now() where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    const { version, fields } = await view()
    const venue = { name: 'Tempodrom', street: 'Möckernstraße 10', city: 'Berlin', country: 'Germany' }
    await fixture.owner.ask('PUT', event(), { body: { version, fields: { ...fields, venue } } })
    const body = { version: (await view()).version, tellBuyers: true }
    expect((await fixture.owner.ask('POST', `${event()}/publish`, { body })).status).toBe(200)
    await Promise.all([sendChangeNotifications(fixture.context), sendChangeNotifications(fixture.context)])
    await post.deliver()
    for (const address of [SAM.email, CUSTOMER.email])
      expect(subjectsTo(address)).toEqual(['New place: Night Shift'])
    const [mail] = mailsTo(SAM.email)
    expect(mail).toContain('Tempodrom')
    expect(mail).toContain(`/tickets/${sam.id}`)
    expect(mail).not.toContain(stage.order.id)
  })

  it('of a cancellation, once, also if the order is refunded', async () => {
    const { fixture, post } = stage
    const { version } = await view()
    await sql`update events set published_at = now() where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    const body = { version, note: 'The singer is ill.', refund: true }
    expect((await fixture.owner.ask('POST', `${event()}/cancel`, { body })).status).toBe(200)
    await carryOutCancellations(fixture.context)
    await carryOutCancellations(fixture.context)
    await post.deliver()
    expect(subjectsTo(SAM.email)).toEqual(['Cancelled: Night Shift'])
    const [mail] = mailsTo(SAM.email)
    expect(mail).toContain('The singer is ill.')
    expect(mail).toContain('the person who bought yours gets the refund')
  })

  it('nothing after passing the ticket on', async () => {
    const { fixture, post, server } = stage
    await passOn(fixture, pageOf(sam), KIM)
    await post.deliver()
    server.arrived.length = 0
    const { version } = await view()
    await sql`update events set published_at = now() where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    await fixture.owner.ask('POST', `${event()}/cancel`, { body: { version, note: '', refund: false } })
    await carryOutCancellations(fixture.context)
    await post.deliver()
    expect([subjectsTo(SAM.email), subjectsTo(KIM.email)]).toEqual([[], ['Cancelled: Night Shift']])
  })
})

describe('the former address of an order', () => {
  const correct = (email: string, key: string = randomUUID()) =>
    stage.fixture.ask('PUT', `/api/public/orders/${stage.order.id}/email`, { body: { email }, key })

  it('is told once that the buyer has corrected it, without the new address and link', async () => {
    const key = randomUUID()
    expect((await correct('ada@example.org', key)).status).toBe(200)
    expect((await correct('ada@example.org', key)).status).toBe(200)
    await stage.post.deliver()
    expect(subjectsTo(CUSTOMER.email)).toEqual([`Order ${stage.order.number} no longer uses this address`])
    const [mail = ''] = mailsTo(CUSTOMER.email)
    const row = await findOrderView(stage.fixture.context.db, stage.order.id)
    for (const secret of ['ada@example.org', row?.linkId ?? '', 'Lovelace', 'Okafor'])
      expect(mail).not.toContain(secret)
    expect(subjectsTo('ada@example.org')).toHaveLength(1)
    expect(subjectsTo(SAM.email)).toEqual([])
  })
})

describe('the audit log', () => {
  it('names buyers and ticket holders', async () => {
    const { fixture, order } = stage
    const [, second] = order.tickets
    await replaceCode(fixture, pathOf(order, second ?? { id: '' }))
    await replaceCode(fixture, pageOf(sam))
    const { data } = await fixture.owner.ask<{ entries: AuditEntry[] }>(
      'GET',
      '/api/promoter/audit-log?action=ticket.code_replaced',
    )
    expect(data.entries.map(({ actor }) => actor.kind)).toEqual(['holder', 'buyer'])
  })
})
