import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventStatement } from '#contracts/console/statements/event-statements.ts'
import { STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import { formatMoney } from '#model/platform/money.ts'
import { createApi } from '#server/http/api.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

async function read(path: string, { host = fixture.shop.host, bearer = fixture.owner.bearer ?? '' } = {}) {
  const response = await createApi(fixture.shop.context).request(`http://${host}${path}`, {
    headers: { host, authorization: `Bearer ${bearer}` },
  })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const readCsv = async (path: string): Promise<string[][]> =>
  Buffer.from((await read(path)).bytes)
    .toString()
    .split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(','))
/** Without line breaks, which depend on the width of columns. */
const readPdf = async (path: string): Promise<string> => readPdfText((await read(path)).bytes)

const euros = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${formatMoney(Math.round(Math.abs(amount) * 100), 'EUR')}`

async function settleOrders(): Promise<string> {
  await fixture.put({ method: 'bank' })
  const { promoterId, context } = fixture.shop
  await sql`
    update promoters set legal_name = 'Aurora Konzerte GmbH', legal_address = ${'Torstraße 1\n10119 Berlin'}, tax_id = 'DE123'
    where id = ${promoterId}`.execute(context.db)
  const refunded = await fixture.sellTickets(3)
  await fixture.sellTickets(2)
  await fixture.refund(refunded)
  await fixture.operate('POST', `/api/operator/promoters/${promoterId}/adjustments`, {
    body: { currency: 'EUR', amount: -3.35, reason: '=SUM(A1)' },
  })
  await fixture.endEvent()
  return (await fixture.request()).data.settlement.id
}

/** What the ledger says: balance of the promoter, and what was paid out. */
async function ledger(): Promise<{ balance: number; paidOut: number }> {
  const { rows } = await sql<{ balance: number; paidOut: number }>`
    select coalesce(sum(amount_cents) filter (where account in ('promoter', 'taxes')), 0)::int as balance,
      coalesce(sum(amount_cents) filter (where account = 'payouts'), 0)::int as "paidOut"
    from ledger_entries`.execute(fixture.shop.context.db)
  return rows[0] ?? { balance: Number.NaN, paidOut: Number.NaN }
}

test('a statement’s API, CSV, PDF and the ledger agree to the cent', async () => {
  const id = await settleOrders()
  const statement = await fixture.statement(id)
  const paid = (await fixture.settlements()).reduce((sum, { amount }) => sum + amount, 0)
  const path = `/api/promoter/settlements/${id}/statement`
  const [head = [], ...rows] = await readCsv(`${path}.csv`)
  const pdf = await readPdf(`${path}.pdf`)
  const column = (name: string): number => head.indexOf(name)
  const [opening = [], closing = [], last = []] = [rows[0], rows.at(-1), rows.at(-2)]
  expect(Number(opening[column('Balance')])).toBe(statement.openingBalance)
  expect(Number(closing[column('Balance')])).toBe(statement.closingBalance)
  // The last order's balance is the closing one.
  expect(last[column('Balance')]).toBe(closing[column('Balance')])
  for (const { kind, amount } of statement.lines) {
    const label = STATEMENT_LINE_LABELS[kind]
    const cents = rows
      .slice(1, -1)
      .reduce((sum, row) => sum + Math.round(Number(row[column(label)]) * 100), 0)
    expect([label, cents]).toEqual([label, Math.round(amount * 100)])
    expect(closing[column(label)]).toBe(amount.toFixed(2))
    expect(pdf).toContain(label)
    expect(pdf).toContain(euros(amount))
  }
  const { balance, paidOut } = await ledger()
  expect(balance).toBe(Math.round(statement.closingBalance * 100))
  expect(paidOut).toBe(Math.round(paid * 100))
  for (const text of ['Statement 1', 'Aurora Konzerte GmbH', '10119 Berlin', 'DE123', euros(paid)])
    expect(pdf).toContain(text)
  expect(rows.some((row) => row.includes("'=SUM(A1)"))).toBe(true)
})

test('an event’s statement is the same on screen, as CSV and as PDF', async () => {
  await settleOrders()
  const path = `/api/promoter/events/${fixture.shop.eventId}/statement`
  const { statement } = (await fixture.owner.ask<{ statement: EventStatement }>('GET', path)).data
  const rows = await readCsv(`${path}.csv`)
  const pdf = await readPdf(`${path}.pdf`)
  expect(rows.slice(1, -4)).toEqual(
    statement.lines.map(({ kind, amount }) => [STATEMENT_LINE_LABELS[kind], amount.toFixed(2), 'EUR']),
  )
  expect(rows.at(-4)).toEqual(['Total', statement.total.toFixed(2), 'EUR'])
  expect(rows.at(-2)).toEqual(['On statement 1', statement.total.toFixed(2), 'EUR'])
  expect(rows.at(-1)).toEqual(['Not on a statement yet', '0.00', 'EUR'])
  for (const { amount } of statement.lines) expect(pdf).toContain(euros(amount))
  expect(pdf).toContain(euros(statement.total))
  expect(pdf).toContain('On statement 1')
  const bearer = await openStrongSession(
    fixture.shop.context,
    await insertOperatorAccount(fixture.shop.context, 'reader@example.com'),
  )
  const host = 'localhost'
  const seen = await read(`/api/operator/events/${fixture.shop.eventId}/statement.csv`, { host, bearer })
  expect(Buffer.from(seen.bytes).toString()).toBe(Buffer.from((await read(`${path}.csv`)).bytes).toString())
  const missing = `/api/operator/events/${randomUUID()}/statement.pdf`
  expect((await read(missing, { host, bearer })).status).toBe(404)
  expect((await read(missing, { host })).status).toBe(401)
  await sql`update sessions set revoked_at = now()`.execute(fixture.shop.context.db)
})

test('a long statement goes over several pages', async () => {
  await fixture.put({ method: 'bank' })
  for (let at = 0; at < 25; at += 1) await fixture.sellTickets(1)
  await fixture.endEvent()
  const { id } = (await fixture.request()).data.settlement
  const { bytes } = await read(`/api/promoter/settlements/${id}/statement.pdf`)
  const pages = Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)
  expect(pages?.length).toBeGreaterThan(1)
  const entries = await fixture.entries(id)
  const text = readPdfText(bytes)
  expect(entries.filter(({ orderNumber }) => !text.includes(orderNumber ?? ''))).toEqual([])
})

test('statements are for the promoter’s owners and for operators', async () => {
  const id = await settleOrders()
  const path = `/api/promoter/settlements/${id}/statement.csv`
  expect((await read(path, { bearer: 'forged' })).status).toBe(401)
  expect((await read(`/api/promoter/settlements/${randomUUID()}/statement.pdf`)).status).toBe(404)
  expect((await read('/api/promoter/settlements/x/statement.pdf')).status).toBe(404)
  expect((await read('/api/promoter/events/x/statement.pdf')).status).toBe(404)
  const { context } = fixture.shop
  const { account_id: operatorId } = await context.db
    .selectFrom('operators')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const bearer = await openStrongSession(context, operatorId)
  const ofOperator = await read(`/api/operator/settlements/${id}/statement.csv`, {
    host: 'localhost',
    bearer,
  })
  expect(ofOperator.status).toBe(200)
  expect(ofOperator.bytes).toEqual((await read(path)).bytes)
  await sql`update sessions set revoked_at = now() where account_id = ${operatorId}`.execute(context.db)
})
