import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { listVouchers, Voucher } from '#contracts/console/pricing/vouchers.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { insertMember, openCustomer } from '#tests/support/people.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openVoucherFixture, type VoucherFixture } from '#tests/support/vouchers.ts'

let fixture: VoucherFixture
beforeEach(async () => {
  fixture = await openVoucherFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const list = async (query = ''): Promise<DataOf<typeof listVouchers>> =>
  (await fixture.owner.ask<DataOf<typeof listVouchers>>('GET', `/api/promoter/vouchers${query}`)).data

const logged = async (): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action like 'voucher.%' order by id`.execute(fixture.shop.context.db)
  return rows.map(({ action }) => action)
}

describe('giving out vouchers', () => {
  it('returns their codes, which the database doesn’t have in plain text', async () => {
    const { status, data } = await fixture.issue({ count: 3, amount: 12.5, recipient: 'Ada', note: 'Raffle' })
    expect(status).toBe(201)
    expect(new Set(data.vouchers.map(({ code }) => code)).size).toBe(3)
    for (const { code, ...voucher } of data.vouchers) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(voucher).toMatchObject({
        kind: 'gift',
        state: 'active',
        codeEnd: code.slice(-4),
        amount: 12.5,
        balance: 12.5,
        reserved: 0,
        expiresAt: '2030-01-01T00:00:00.000Z',
        recipient: 'Ada',
        note: 'Raffle',
      })
    }
    const { rows } = await sql<{ text: string }>`select v::text as text from vouchers v`.execute(
      fixture.shop.context.db,
    )
    const stored = rows.map(({ text }) => text).join('\n')
    for (const { code } of data.vouchers) expect(stored).not.toContain(code.replaceAll('-', ''))
    expect(await fixture.ledger()).toEqual({ vouchers: 3750, voucher_grants: -3750 })
  })

  it('is limited per day, but a repeated call still returns its codes', async () => {
    const { context, promoterId } = fixture.shop
    const limit = { name: 'issue vouchers', points: 5000, seconds: 86_400 }
    expect(await context.limits.consume(limit, promoterId, 4500)).toBeUndefined()
    expect((await fixture.issue({ count: 500 }, 'the last 500')).data.vouchers).toHaveLength(500)
    expect((await fixture.issue({}, 'one more')).error.code).toBe('RATE_LIMITED')
    expect((await fixture.issue({ count: 500 }, 'the last 500')).data.vouchers).toHaveLength(500)
  })

  it('refuses an amount below a cent', async () => {
    expect((await fixture.issue({ amount: 1e-10 })).error.code).toBe('VALIDATION_ERROR')
  })

  it('issues nothing more when it is repeated, also at the same time', async () => {
    const answers = await Promise.all([
      fixture.issue({ count: 2 }, 'same'),
      fixture.issue({ count: 2 }, 'same'),
    ])
    const again = await fixture.issue({ count: 2 }, 'same')
    const codes = [...answers, again].map(({ data }) => data.vouchers.map(({ code }) => code))
    expect(codes[1]).toEqual(codes[0])
    expect(codes[2]).toEqual(codes[0])
    const others = [{ count: 1 }, { count: 3 }, { amount: 11 }, { note: 'x' }, { validUntil: '2031-06-30' }]
    for (const other of others)
      expect((await fixture.issue({ count: 2, ...other }, 'same')).error.code).toBe('KEY_REUSED')
    expect((await list()).vouchers).toHaveLength(2)
    expect(await logged()).toEqual(['voucher.issued'])
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 10.001 }, 'amount'],
    [{ amount: 100_001 }, 'amount'],
    [{ currency: 'euro' }, 'currency'],
    [{ count: 501 }, 'count'],
    [{ validUntil: '2029-12-30' }, 'validUntil'],
    [{ validUntil: 'tomorrow' }, 'validUntil'],
  ])('is refused with %o', async (change, path) => {
    const refused = await fixture.issue(change)
    expect(refused.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
    expect((await list()).vouchers).toEqual([])
  })

  it('accepts the last day that the law asks for, and later ones', async () => {
    for (const [validUntil, expiresAt] of [
      ['2029-12-31', '2030-01-01T00:00:00.000Z'],
      ['2031-06-30', '2031-07-01T00:00:00.000Z'],
    ] as const)
      expect((await fixture.issue({ validUntil })).data.vouchers).toMatchObject([{ expiresAt }])
  })
})

describe('the list', () => {
  it('shows what is left and what is owed, and finds a voucher by its code', async () => {
    const used = await fixture.give(20)
    fixture.shop.clock.advance(1000)
    const other = await fixture.give(30)
    await fixture.buyWith([{ code: used.code, amount: 20 }])
    await fixture.place([{ code: other.code, amount: 10 }])
    const { vouchers, open } = await list()
    expect(vouchers.map(({ id, state, balance, reserved }) => [id, state, balance, reserved])).toEqual([
      [other.id, 'active', 30, 10],
      [used.id, 'used', 0, 0],
    ])
    expect(open).toEqual([{ currency: 'EUR', given: 30, paidIn: 0 }])
    const found = async (query: string) => (await list(query)).vouchers.map(({ id }) => id)
    expect(await found(`?q=${other.code}`)).toEqual([other.id])
    expect(await found(`?q=${other.codeEnd.toLowerCase()}`)).toContain(other.id)
    expect(await found('?state=used')).toEqual([used.id])
    expect(await found('?kind=credit')).toEqual([])
    expect(await found('?q=%25')).toEqual([])
  })

  it('has pages', async () => {
    await fixture.issue({ count: 30 })
    const first = await list()
    const second = await list(`?cursor=${first.nextCursor}`)
    expect([first.vouchers.length, second.vouchers.length, second.nextCursor]).toEqual([25, 5, null])
    expect(new Set([...first.vouchers, ...second.vouchers].map(({ id }) => id)).size).toBe(30)
  })
})

describe('voiding', () => {
  it('takes what is left, once, and is in the log', async () => {
    const voucher = await fixture.give(20)
    await fixture.buyWith([{ code: voucher.code, amount: 5 }])
    const end = () =>
      fixture.owner.ask<{ voucher: Voucher }>('POST', `/api/promoter/vouchers/${voucher.id}/void`)
    const [one, other] = await Promise.all([end(), end()])
    expect([one.data.voucher.state, other.data.voucher.state]).toEqual(['void', 'void'])
    expect(one.data.voucher.balance).toBe(0)
    expect(await logged()).toEqual(['voucher.issued', 'voucher.voided'])
    expect(await fixture.ledger()).not.toHaveProperty('voucher_grants')
  })
})

describe('other people', () => {
  it('don’t see, show or void a promoter’s vouchers', async () => {
    const voucher = await fixture.give(20)
    const { shop } = fixture
    const strangerOwns = await insertPromoter(shop.context.db, 'Borealis')
    const stranger = await openCustomer(shop)
    await insertMember(shop.context.db, { promoterId: strangerOwns, accountId: stranger.id, role: 'owner' })
    const theirs = { promoter: strangerOwns }
    const as = (method: string, path: string) =>
      stranger.ask(method, `/api/promoter/vouchers${path}`, { ...theirs, host: 'localhost' })
    for (const path of [`/${voucher.id}/code`, `/${voucher.id}/void`])
      expect((await as('POST', path)).success).toBe(false)
    expect((await fixture.owner.ask('POST', '/api/promoter/vouchers/nope/void')).error.code).toBe('NOT_FOUND')
    const visitor = await shop.ask('GET', '/api/promoter/vouchers')
    expect(visitor.status).toBe(401)
    expect(await fixture.balanceOf(voucher.id)).toBe(2000)
  })
})

it('shows the code of a given-out voucher again, with an entry in the log', async () => {
  const voucher = await fixture.give(20)
  const shown = await fixture.owner.ask<{ code: string }>('POST', `/api/promoter/vouchers/${voucher.id}/code`)
  expect(shown.data.code).toBe(voucher.code)
  expect(await logged()).toEqual(['voucher.issued', 'voucher.code_shown'])
})
