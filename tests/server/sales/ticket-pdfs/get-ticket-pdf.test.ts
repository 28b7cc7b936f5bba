import { buffer } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contracts/platform/urls.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { createTicketRenderer } from '#server/sales/ticket-pdfs/ticket-pdfs.ts'
import { getTicketPdf } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hasPoppler, readPageCodes, readPages, renderPage } from '#tests/support/pdf-tools.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const client = { origin: 'http://aurora.localhost', cookies: {} }
const site = (host = shop.host) => shop.context.sites.resolve(host)
const get = (id: string, host = shop.host) => getTicketPdf(shop.context, { site: site(host), id, client })

/** Doesn't use `Response`, because the API's server replaces it, for all tests of a process, with a class that can't read streams. */
async function read(pdf: ReadableStream<Uint8Array> | undefined): Promise<Uint8Array> {
  if (!pdf) throw new Error('No PDF is drawn.')
  return buffer(pdf)
}

async function readOrder(id: string): Promise<Uint8Array> {
  const found = await get(id)
  if (typeof found !== 'object') throw new Error(`Order ${id} has no tickets as PDF: ${found}.`)
  return read(found.pdf)
}

interface Sale {
  eventId?: string
  name?: string
  quantity?: number
  attendee?: { firstName: string; lastName: string }
}

async function buy({
  eventId = shop.eventId,
  name = 'Standing',
  quantity = 1,
  attendee,
}: Sale = {}): Promise<string> {
  const type = await insertTicketType(shop.context.db, {
    promoterId: shop.promoterId,
    eventId,
    name,
    priceCents: 1500,
    capacity: 500,
    ...(quantity > 10 && { maxPerOrder: quantity }),
  })
  const cart = newCartId()
  await shop.hold(cart, { [type]: quantity })
  const attendees = attendee && [{ ticketTypeId: type, ...attendee }]
  const { data } = await shop.checkout(cart, 15 * quantity, { ...(attendees && { attendees }) })
  expect((await shop.pay(data.order.id, CARDS.good)).data.status).toBe('succeeded')
  return data.order.id
}

async function ticketsOf(orderId: string): Promise<Ticket[]> {
  const { data } = await shop.ask<{ order: { tickets: Ticket[] } }>('GET', `/api/public/orders/${orderId}`)
  return data.order.tickets
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe.skipIf(!hasPoppler)('tickets as PDF, read with Poppler (skipped without poppler-utils)', () => {
  it('have a page each, with all that is needed to come, and a QR code with the ticket’s token', async () => {
    await sql`
      update events set doors_at = starts_at - interval '1 hour', age_note = 'From 16', street = 'Köpenicker Straße 70'
      where id = ${shop.eventId}`.execute(shop.context.db)
    const id = await buy({ quantity: 4 })
    const tickets = await ticketsOf(id)
    const pdf = await readOrder(id)
    const pages = readPages(pdf)
    expect(pages).toHaveLength(4)
    for (const [index, ticket] of tickets.entries()) {
      const text = flat(pages[index] ?? '')
      for (const part of [
        'Aurora',
        `Ticket ${index + 1} of 4`,
        'Night Shift',
        'Tuesday 1 December 2026, 21:00 – 01:00, Berlin time',
        'Doors 20:00',
        'Kraftwerk, Köpenicker Straße 70, Berlin, Germany',
        'Ticket Standing',
        'Name Ada Lovelace',
        'Price €15',
        'Admission From 16',
        ticket.code,
        'Organised by Aurora.',
      ])
        expect(text).toContain(part)
      expect(await readPageCodes(pdf, index + 1)).toEqual([ticket.token])
    }
  })

  it('have names that are only emoji', async () => {
    const text = flat(readPages(await readOrder(await buy({ name: '🎉 👨‍👩‍👧' })))[0] ?? '')
    expect(text).toContain('Ticket :tada: :man::woman::girl:')
    expect(flat(readPages(await readOrder(await buy({ name: 'VIP 🎉' })))[0] ?? '')).toContain(
      'Ticket VIP Name',
    )
  })

  it('are in Arabic, Hebrew, Japanese, and transliterated where the fonts have no letters', async () => {
    const startsAt = new Date('2026-12-02T18:00:00Z')
    const at = (title: string): Promise<string> =>
      insertEvent(shop.context.db, { promoterId: shop.promoterId, startsAt, title })
    const texts = async (title: string, name: string, holder: [string, string]): Promise<string> => {
      const attendee = { firstName: holder[0], lastName: holder[1] }
      const pdf = await readOrder(await buy({ eventId: await at(title), name, attendee }))
      // Poppler embeds text that is written from right to left in direction marks.
      return flat(readPages(pdf)[0] ?? '').replaceAll(/\p{Cf}/gu, '')
    }
    const arabic = await texts('مهرجان الموسيقى 2026', 'دخول عام', ['سامي', 'خالد'])
    for (const part of ['مهرجان الموسيقى', 'دخول عام', 'سامي خالد', '2026']) expect(arabic).toContain(part)
    const hebrew = await texts('ערב שירים', 'כניסה כללית', ['דנה', 'כהן'])
    for (const part of ['ערב שירים', 'כניסה כללית', 'דנה כהן']) expect(hebrew).toContain(part)
    const japanese = await texts('東京ジャズ「秋」', '指定席（前方）', ['花子', '山田'])
    for (const part of ['東京ジャズ「秋」', '指定席（前方）', '花子 山田']) expect(japanese).toContain(part)
    const others = await texts('Ночь 🎷 Στάση', 'Zażółć', ['민수', 'Kim'])
    for (const part of ['Ночь Στάση', 'Zażółć', 'MinSu Kim']) expect(others).toContain(part)
    const thai = await texts('วันดี', 'บัตรทั่วไป', ['ศรีสุข', 'Kim'])
    for (const part of ['wandi', 'batrthawaip', 'srisukh Kim']) expect(thai).toContain(part)
  })

  it('have Letter pages where printers have Letter paper, and A4 elsewhere', async () => {
    const id = await buy()
    const sizeOf = async (): Promise<string | undefined> =>
      /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(Buffer.from(await readOrder(id)).toString('latin1'))?.[1]
    expect(await sizeOf()).toBe('595.28 841.89')
    await sql`update events set country = 'United States' where id = ${shop.eventId}`.execute(shop.context.db)
    expect(await sizeOf()).toBe('612 792')
    await sql`update events set country = 'Germany' where id = ${shop.eventId}`.execute(shop.context.db)
  })

  it('have the promoter’s logo, colour and terms', async () => {
    const png = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#00aa11' } })
      .webp()
      .toBuffer()
    const upload = toUpload(Uint8Array.from(png), 'webp')
    await shop.context.uploads.put(upload)
    await sql`
      update sites set logo_url = ${urls.upload(upload.name)}, primary_color = '#aa2200' where promoter_id = ${shop.promoterId}`.execute(
      shop.context.db,
    )
    const { data, info } = await sharp(renderPage(await readOrder(await buy()), 1))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number): number[] => {
      const at = (Math.round((y * 150) / 72) * info.width + Math.round((x * 150) / 72)) * info.channels
      return [...data.subarray(at, at + 3)]
    }
    expect(pixel(300, 5)).toEqual([0xaa, 0x22, 0])
    expect(pixel(70, 56)).toEqual([0, 0xaa, 0x11])
    await shop.context.uploads.remove(upload.name)
    await sql`update sites set logo_url = '' where promoter_id = ${shop.promoterId}`.execute(shop.context.db)
  })

  it('leave out tickets that don’t admit', async () => {
    const id = await buy({ quantity: 2 })
    const [first, second] = await ticketsOf(id)
    await sql`update tickets set status = 'used' where id = ${second?.id}`.execute(shop.context.db)
    expect(readPages(await readOrder(id))).toHaveLength(2)
    await sql`update tickets set status = 'void' where id = ${first?.id}`.execute(shop.context.db)
    const pages = readPages(await readOrder(id))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain(second?.code)
    await sql`update events set status = 'cancelled' where id = ${shop.eventId}`.execute(shop.context.db)
    expect(await get(id)).toBe('page')
    await sql`update events set status = 'published' where id = ${shop.eventId}`.execute(shop.context.db)
    await sql`update tickets set status = 'valid' where order_id = ${id}`.execute(shop.context.db)
  })
})

describe('the PDF of an order', () => {
  it('is available to those who may open the order only', async () => {
    const id = await buy()
    await insertPromoter(shop.context.db, 'Nordlys')
    await shop.context.sites.reload()
    expect(await get(id, 'nordlys.localhost')).toBeUndefined()
    expect(await get(id, 'unknown.example')).toBeUndefined()
    expect(await get(id, 'localhost')).toMatchObject({ number: expect.any(String) })
    for (const other of [randomUUID(), 'x', `${id}'`]) expect(await get(other)).toBeUndefined()
  })

  it('needs a payment', async () => {
    const type = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
    })
    const cart = newCartId()
    await shop.hold(cart, { [type]: 1 })
    const { data } = await shop.checkout(cart, 25)
    expect(await get(data.order.id)).toBe('page')
  })

  it('is not found by a link that was replaced, nor by one that has expired', async () => {
    const id = await buy()
    const next = randomUUID()
    await sql`update orders set link_id = ${next} where id = ${id}`.execute(shop.context.db)
    expect(await get(id)).toBeUndefined()
    expect(await get(next)).toMatchObject({ number: expect.any(String) })
    await sql`update promoters set order_link_days = 1 where id = ${shop.promoterId}`.execute(shop.context.db)
    shop.clock.advance(60 * 86_400_000)
    expect(await get(next)).toBe('page')
    shop.clock.advance(-60 * 86_400_000)
    await sql`update promoters set order_link_days = null where id = ${shop.promoterId}`.execute(
      shop.context.db,
    )
  })

  it('doesn’t hold up other requests while a hundred tickets are drawn', async () => {
    const many = await buy({ quantity: 100 })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const began = performance.now()
    const pdf = await readOrder(many)
    const took = performance.now() - began
    delay.disable()
    expect(pdf.length).toBeGreaterThan(100_000)
    // Drawing on this thread would delay it by nearly the whole duration.
    expect(delay.max / 1e6).toBeLessThan(took / 2)
  })

  it('is refused when too many wait, and not drawn for those who have left', async () => {
    const id = await buy()
    const all = await Promise.all(Array.from({ length: 80 }, () => get(id)))
    const drawn = all.filter((each) => typeof each === 'object')
    expect(drawn.length).toBeGreaterThanOrEqual(50)
    expect(all.filter((each) => each === 'busy').length).toBe(80 - drawn.length)
    const last = drawn.pop()
    await Promise.all(drawn.map(({ pdf }) => pdf.cancel()))
    expect((await read(last?.pdf)).length).toBeGreaterThan(10_000)
    expect(await get(id)).toMatchObject({ number: expect.any(String) })
  })

  it('is drawn by a new thread after the last one has ended', async () => {
    const papers = createTicketRenderer({ idleMs: 1 })
    const paper = {
      title: '',
      size: 'A4',
      siteName: 'Aurora',
      logo: undefined,
      pages: [],
      drawnAt: new Date(0),
    } as const
    const colors = { primary: '#4f46e5', onPrimary: '#ffffff', primaryOnLight: '#4f46e5' }
    for (let count = 0; count < 3; count += 1) {
      const pdf = await read(papers.draw({ ...paper, colors }))
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    }
    const broken = { ...paper, colors, logo: Uint8Array.of(1, 2, 3), pages: [PAGE] }
    await expect(read(papers.draw(broken))).rejects.toThrow(/image/i)
    expect((await read(papers.draw({ ...paper, colors, pages: [PAGE] }))).length).toBeGreaterThan(4000)
    await papers.close()
  })
})

const PAGE = { count: '', title: 'Night Shift', when: '', facts: [], token: 'T', code: 'C', notes: [] }
