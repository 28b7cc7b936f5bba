import { randomUUID } from 'node:crypto'
import { unzipSync, strFromU8 } from 'fflate'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttendeeRowView, countAttendees } from '#contracts/console/orders/attendees.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { createApi } from '#server/http/api.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
let standing: string
let seated: string

beforeEach(async () => {
  fixture = await openConsoleFixture()
  standing = await insertTicketType(fixture.context.db, { ...fixture, name: 'Standing' })
  seated = await insertTicketType(fixture.context.db, { ...fixture, name: 'Seated' })
})
afterEach(() => fixture.close())

async function take(ticketTypeId: string, name: string, quantity = 1): Promise<OrderDetail> {
  fixture.clock.advance(1000)
  const [firstName, lastName] = name.split(' ')
  const email = `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '.')
    .replaceAll(/^\.|\.$/g, '')}@example.com`
  const answer = await fixture.owner.ask<{ detail: OrderDetail }>('POST', '/api/promoter/orders', {
    body: {
      items: [{ ticketTypeId, quantity }],
      customer: { firstName, lastName, email },
      takenOutside: 'cash',
    },
  })
  expect(answer.status).toBe(201)
  return answer.data.detail
}

type Listed = Answer<{ attendees: AttendeeRowView[]; nextCursor: string | null }>
const list = (query = ''): Promise<Listed> => fixture.owner.ask('GET', `/api/promoter/attendees${query}`)
const holders = async (query: string): Promise<string[]> =>
  (await list(query)).data.attendees.map((each) => each.holder)

async function download(path: string, bearer = fixture.owner.bearer): Promise<Response> {
  const headers = { host: fixture.host, authorization: `Bearer ${bearer}` }
  return createApi(fixture.context).fetch(new Request(`http://${fixture.host}${path}`, { headers }))
}

describe('attendees', () => {
  it('are listed, searched, filtered by event, type and state, and counted', async () => {
    const ada = await take(standing, 'Ada Lovelace', 2)
    await take(seated, 'Grace Hopper')
    const elsewhere = await insertEvent(fixture.context.db, {
      promoterId: fixture.promoterId,
      startsAt: new Date('2026-12-03T20:00:00Z'),
    })
    await take(
      await insertTicketType(fixture.context.db, { promoterId: fixture.promoterId, eventId: elsewhere }),
      'Mary Jackson',
    )
    expect(await holders('')).toEqual(['Mary Jackson', 'Grace Hopper', 'Ada Lovelace', 'Ada Lovelace'])
    expect(await holders('?q=hopp')).toEqual(['Grace Hopper'])
    expect(await holders(`?q=${ada.tickets[1]?.code ?? ''}`)).toEqual(['Ada Lovelace'])
    expect(await holders(`?eventId=${fixture.eventId}`)).toHaveLength(3)
    expect(await holders(`?ticketTypeId=${seated}`)).toEqual(['Grace Hopper'])
    await fixture.owner.ask('POST', `/api/promoter/orders/${ada.order.id}/refunds`, {
      body: { tickets: [ada.tickets[0]?.id] },
    })
    expect(await holders('?status=void')).toEqual(['Ada Lovelace'])
    const { data } = await fixture.owner.ask<DataOf<typeof countAttendees>>(
      'GET',
      `/api/promoter/attendees/counts?eventId=${fixture.eventId}`,
    )
    expect(data.ticketTypes).toEqual([
      { ticketTypeId: seated, name: 'Seated', capacity: 100, valid: 1, used: 0, void: 0 },
      { ticketTypeId: standing, name: 'Standing', capacity: 100, valid: 1, used: 0, void: 1 },
    ])
  })

  it('are paginated without splitting or skipping an order', async () => {
    for (let count = 0; count < 12; count += 1) await take(standing, `Guest Number${count}`, 3)
    const first = await list()
    const second = await list(`?cursor=${first.data.nextCursor ?? ''}`)
    const codes = [...first.data.attendees, ...second.data.attendees].map((each) => each.code)
    expect(second.data.nextCursor).toBeNull()
    expect(new Set(codes).size).toBe(36)
    expect(first.data.attendees.length).toBeGreaterThanOrEqual(25)
  })
})

describe('an export', () => {
  it('of orders matches the filters and contains no formula', async () => {
    await take(standing, 'Ada Lovelace', 2)
    await take(standing, '=HYPERLINK("x") Mallory'.replace('("x") ', ' '))
    const csv = await download('/api/promoter/orders/export.csv')
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const bytes = new Uint8Array(await csv.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain("'=HYPERLINK")
    expect(lines[2]).toMatch(
      /,Paid,Ada,Lovelace,ada\.lovelace@example\.com,.*,2,50\.00,0\.00,.*,50\.00,0\.00,EUR/,
    )
    const found = await (await download('/api/promoter/orders/export.csv?q=lovelace')).text()
    expect(found.trim().split('\r\n')).toHaveLength(2)
  })

  it('of attendees is a workbook with text cells', async () => {
    await take(standing, '=1+1 <&>x', 2)
    const answer = await download('/api/promoter/attendees/export.xlsx')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row>/g)).toHaveLength(3)
    expect(sheet).toContain('=1+1 &lt;&amp;&gt;x')
    expect(sheet).not.toContain('<f>')
  })

  it('of orders is a workbook with dates, amounts, filters and a sheet of lines', async () => {
    await take(standing, 'Ada Lovelace', 2)
    const answer = await download('/api/promoter/orders/export.xlsx')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const read = (path: string): string => strFromU8(files[path] ?? new Uint8Array())
    const [orders, lines] = [read('xl/worksheets/sheet1.xml'), read('xl/worksheets/sheet2.xml')]
    expect(read('xl/workbook.xml')).toMatch(/<sheet name="Orders".*<sheet name="Ticket lines"/)
    // 2026-11-21T12:00:01Z is 13:00:01 in Berlin: 46,347 days after the end of 1899, plus the fraction of the day.
    const placed = Date.UTC(2026, 10, 21, 13, 0, 1) / 86_400_000 + 25_569
    const cells = (sheet: string): number[] =>
      [...sheet.matchAll(/<c s="2"><v>([\d.]+)<\/v>/g)].map(([, value]) => Number(value))
    expect(cells(orders)).toEqual([expect.closeTo(placed, 5)])
    const starts = Date.UTC(2026, 11, 1, 21) / 86_400_000 + 25_569
    expect(cells(lines)).toEqual([expect.closeTo(placed, 5), expect.closeTo(starts, 5)])
    expect(orders).toContain('<c s="3"><v>50.00</v></c>')
    expect(lines).toContain('<c><v>2</v></c><c s="3"><v>25.00</v></c><c s="3"><v>50.00</v></c>')
    expect(read('xl/styles.xml')).toContain('formatCode="#,##0.00\\ &quot;EUR&quot;"')
    expect(orders).toContain('</sheetData><autoFilter ref="A1:V2"/>')
    expect(read('xl/workbook.xml')).toContain("'Orders'!$A$1:$V$2</definedName>")
  })

  it('names statuses as the console does', async () => {
    const { order, tickets } = await take(standing, 'Ada Lovelace', 2)
    await fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, {
      body: { tickets: [tickets[0]?.id] },
    })
    const rows = async (path: string): Promise<string[]> =>
      (await (await download(path)).text()).trim().split('\r\n').slice(1)
    expect(await rows('/api/promoter/orders/export.csv')).toEqual([
      expect.stringMatching(/,Partly refunded,Ada,.*,Cash,0\.00,0\.00$/),
    ])
    const attendees = await rows('/api/promoter/attendees/export.csv')
    expect(attendees.map((row) => row.split(',')[1])).toEqual(expect.arrayContaining(['Valid', 'Void']))
    const workbook = await (await download('/api/promoter/orders/export.xlsx')).arrayBuffer()
    const lines = unzipSync(new Uint8Array(workbook))['xl/worksheets/sheet2.xml']
    expect(strFromU8(lines ?? new Uint8Array())).toContain('Partly refunded')
  })

  it('requires access to the list', async () => {
    const door = await fixture.join('door')
    expect((await download('/api/promoter/orders/export.csv', door.bearer)).status).toBe(403)
    expect((await download('/api/promoter/orders/export.csv', 'nobody')).status).toBe(401)
    expect((await download('/api/promoter/orders/export.csv?status=nonsense')).status).toBe(422)
  })
})

describe('a message', () => {
  const letter = (more: Record<string, unknown> = {}) => ({
    subject: 'Doors at **eight**',
    body: 'See you *there*. [x](javascript:alert(1))\n\n<script>alert(1)</script>',
    audience: { to: 'buyers', filter: {} },
    ...more,
  })
  const send = (body: unknown, key: string = randomUUID()): Promise<Answer<{ recipients: number }>> =>
    fixture.owner.ask('POST', '/api/promoter/messages', { body, key })
  const preview = (body: unknown = letter()): Promise<Answer<{ html: string; recipients: number }>> =>
    fixture.owner.ask('POST', '/api/promoter/messages/preview', { body })
  const mails = async (): Promise<string[]> => {
    const { rows } = await sql<{ email: string }>`
      select payload ->> 'email' as email from mails where kind = 'promoter_message' order by 1`.execute(
      fixture.context.db,
    )
    return rows.map((row) => row.email)
  }

  it('is refused in preview and sending when too complex', async () => {
    const body = letter({ body: '_*_'.repeat(6666) })
    for (const answer of [await preview(body), await send({ ...body, recipients: 0 })])
      expect(answer).toMatchObject({ status: 422, error: { details: [{ path: 'body' }] } })
  })

  it('is previewed safely, with the number of recipients', async () => {
    await take(standing, 'Ada Lovelace')
    await take(seated, 'Ada Lovelace')
    await take(standing, 'Grace Hopper')
    const { data } = await preview()
    expect(data.recipients).toBe(2)
    expect(data.html).toContain('<em>there</em>')
    expect(data.html).not.toContain('<script>')
    expect(data.html).not.toMatch(/href="?javascript/)
    expect(
      (await preview(letter({ audience: { to: 'attendees', filter: { ticketTypeId: seated } } }))).data
        .recipients,
    ).toBe(1)
  })

  it('goes to each address once, to the confirmed number, once per key', async () => {
    await take(standing, 'Ada Lovelace', 2)
    await take(seated, 'Grace Hopper')
    expect((await send(letter({ recipients: 3 }))).error).toMatchObject({
      code: 'MESSAGE_OTHERS',
      details: { recipients: 2 },
    })
    expect(await mails()).toEqual([])
    const key = randomUUID()
    const answers = await Promise.all([1, 2].map(() => send(letter({ recipients: 2 }), key)))
    expect(answers.map((answer) => answer.data.recipients)).toEqual([2, 2])
    expect((await send(letter({ subject: 'Cancelled', recipients: 2 }), key)).error.code).toBe('KEY_REUSED')
    expect(await mails()).toEqual(['ada.lovelace@example.com', 'grace.hopper@example.com'])
    const nobody = letter({ recipients: 0, audience: { to: 'buyers', filter: { q: 'nobody' } } })
    expect((await send(nobody)).error.code).toBe('MESSAGE_NOBODY')
    expect((await send(letter({ subject: '', recipients: 2 }))).status).toBe(422)
  })

  it('stores no searched name in the audit log', async () => {
    await take(standing, 'Ada Lovelace')
    const audience = { to: 'buyers', filter: { q: ' lovelace', eventId: fixture.eventId } }
    expect((await send(letter({ recipients: 1, audience }))).status).toBe(201)
    const { rows } = await sql<{ after: unknown; selection: unknown }>`
      select after, m.selection from audit_log l join messages m on m.id::text = l.subject_id
      where action = 'message.sent'`.execute(fixture.context.db)
    const kept = { to: 'buyers', filter: { eventId: fixture.eventId, isSearch: true } }
    expect(rows).toEqual([{ after: { recipients: 1, audience: kept }, selection: kept }])
  })

  it('has a daily limit', async () => {
    await take(standing, 'Ada Lovelace')
    expect((await send(letter({ recipients: 1 }))).status).toBe(201)
    await sql`update messages set recipients = 50000`.execute(fixture.context.db)
    expect((await send(letter({ recipients: 1 }))).error.code).toBe('MESSAGE_LIMIT')
    fixture.clock.advance(86_400_001)
    const { bearer } = await fixture.join('owner')
    const later = await fixture.ask<{ recipients: number }>('POST', '/api/promoter/messages', {
      body: letter({ recipients: 1 }),
      key: randomUUID(),
      bearer,
    })
    expect(later.status).toBe(201)
  })

  it('is for owners and managers', async () => {
    const sales = await fixture.join('sales')
    const answer = await sales.ask('POST', '/api/promoter/messages/preview', { body: letter() })
    expect(answer.status).toBe(403)
  })
})
