import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Order } from '#model/sales/orders.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type Arrived, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

// By default the reader downloads its WebAssembly.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher

beforeEach(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

async function buy(quantity: number): Promise<Order> {
  const ticketTypeId = await insertTicketType(fixture.context.db, {
    ...fixture,
    priceCents: 2500,
    capacity: 100,
    maxPerOrder: 50,
  })
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: quantity })
  const { data } = await fixture.checkout(cartId, 25 * quantity)
  await fixture.pay(data.order.id, CARDS.good)
  return (await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${data.order.id}`)).data.order
}

async function deliver(): Promise<Arrived> {
  await post.deliver()
  const arrived = server.arrived.at(-1)
  if (!arrived) throw new Error('No email has arrived.')
  return arrived
}

const bytesOf = (content: string | ArrayBuffer | Uint8Array): Buffer => Buffer.from(content as ArrayBuffer)

async function scan(png: Buffer): Promise<string | undefined> {
  const [found] = await readBarcodes(Uint8Array.from(png), { formats: ['QRCode'] })
  return found?.text
}

const picturesOf = ({ mail }: Arrived) => mail.attachments.filter(({ mimeType }) => mimeType === 'image/png')

describe('the email of a paid order', () => {
  it('shows the QR code of each ticket without a network', async () => {
    const order = await buy(2)
    const arrived = await deliver()
    const pictures = picturesOf(arrived)
    expect(pictures.map(({ disposition, related }) => [disposition, related])).toEqual([
      ['inline', true],
      ['inline', true],
    ])
    const codes = await Promise.all(pictures.map(({ content }) => scan(bytesOf(content))))
    expect(codes).toEqual(order.tickets.map(({ token }) => token))
    const ids = pictures.map(({ contentId = '' }) => contentId.replaceAll(/^<|>$/g, ''))
    const shown = [...(arrived.mail.html ?? '').matchAll(/<img src="cid:([^"]+)"/g)].map(([, id]) => id)
    expect(shown).toEqual(ids)
    expect(arrived.mail.html).not.toMatch(/<img src="http/)
    expect(arrived.raw.length).toBeLessThan(60_000)
  })

  it('has the event attached as a calendar file, with the id of the file on its page', async () => {
    await buy(1)
    const { mail } = await deliver()
    const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const text = bytesOf(file?.content ?? '').toString()
    expect(file?.filename).toMatch(/\.ics$/)
    // A method in the header would have to be in the file, too (RFC 6047).
    expect(file?.method).toBeUndefined()
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(text).toMatch(new RegExp(`^UID:${fixture.eventId}\\r?$`, 'm'))
    expect(text).toMatch(/^DTSTART:\d{8}T\d{6}Z/m)
    // Calendars are shared: the order's link is a secret.
    expect(text).not.toContain('/orders/')
  })

  it('describes the reservation for mail programs', async () => {
    const order = await buy(2)
    const { mail } = await deliver()
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(mail.html ?? '') ?? []
    const data: unknown = JSON.parse(json)
    expect(data).toHaveLength(2)
    expect(data).toMatchObject(
      order.tickets.map((ticket) => ({
        '@type': 'EventReservation',
        reservationNumber: order.number,
        reservationStatus: 'https://schema.org/ReservationConfirmed',
        underName: { name: ticket.holder },
        ticketNumber: ticket.code,
        ticketToken: `qrCode:${ticket.token}`,
        reservationFor: { '@type': 'Event', startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
        potentialAction: { '@type': 'ViewAction', target: expect.stringContaining(`/orders/${order.id}`) },
      })),
    )
  })

  it('shows 20 codes at most, and refers to the order’s page for the others', async () => {
    await buy(25)
    const arrived = await deliver()
    expect(picturesOf(arrived)).toHaveLength(20)
    expect(arrived.mail.text).toContain('20 of your QR codes are below.')
    expect(arrived.raw.length).toBeLessThan(250_000)
  })

  it('leaves out tickets that were refunded', async () => {
    const order = await buy(2)
    await sql`update tickets set status = 'void' where id = ${order.tickets[0]?.id}`.execute(
      fixture.context.db,
    )
    const arrived = await deliver()
    expect(picturesOf(arrived)).toHaveLength(1)
    expect(arrived.mail.text).not.toContain(order.tickets[0]?.code)
    expect(arrived.mail.html).not.toContain(order.tickets[0]?.token)
  })

  it('names no foreign web address from an event’s title anywhere', async () => {
    const title = 'Win at https://evil.example/now'
    await sql`update events set title = ${title}, summary = ${title}`.execute(fixture.context.db)
    await buy(1)
    const { mail } = await deliver()
    const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    expect(`${mail.html}${mail.text}${bytesOf(file?.content ?? '').toString()}`).not.toContain('evil.example')
  })
})
