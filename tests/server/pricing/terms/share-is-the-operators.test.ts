import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { KEY_SCOPES } from '#model/people/scopes.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { callOf } from '#tests/support/authorization/calls.ts'
import { expectedVerdict } from '#tests/support/authorization/expected.ts'
import {
  openAuthorityStage,
  type AuthorityStage,
  type Caller,
  type Place,
} from '#tests/support/authorization/stage.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertFees, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { IS_FULL, inTurn } from '#tests/support/sample.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const OWNER: Caller = { person: 'owner' }
const OTHERS: readonly Caller[] = [{ person: 'manager' }, ...KEY_SCOPES.map((scope) => ({ scope }))]

/** The manager and all keys in the full run; in the sample, one of those that the contract authorizes, in turn. */
function othersOf(contract: Endpoint, turn: number): readonly Caller[] {
  if (IS_FULL) return OTHERS
  const authorized = OTHERS.filter((caller) => expectedVerdict(contract, caller, 'own host') === 'in')
  return inTurn(authorized, turn)
}

const isAnEnd = ({ method, path }: Endpoint): boolean => method === 'DELETE' || path.endsWith('/cancel')
const found = listContracts()
  .map(({ contract }) => contract)
  .filter(
    ({ access, method }) =>
      ['promoter', 'member', 'account', 'operator'].includes(access) && method !== 'GET',
  )
const CONTRACTS = [...found.filter((each) => !isAnEnd(each)), ...found.filter(isAnEnd)]

describe('no call of a promoter, by session or by a key of any scope, writes terms', () => {
  let stage: AuthorityStage
  let before: string
  const termsNow = async (): Promise<string> => {
    const { rows } = await sql<{ terms: string }>`
      select coalesce(json_agg(t), '[]')::text as terms from platform_terms t`.execute(stage.db)
    return rows[0]?.terms ?? ''
  }
  beforeAll(async () => {
    stage = await openAuthorityStage()
    before = await termsNow()
  })
  afterAll(() => stage.close())

  const calls = CONTRACTS.map((contract, turn) => [endpointKey(contract), contract, turn] as const)
  test.each(calls)('%s', async (_, contract, turn) => {
    const send = (caller: Caller, place: Place) => {
      const ids = { ...stage.own.things, account: stage.accountOf(caller) }
      return stage.send({ contract, call: callOf(contract, ids), caller, place })
    }
    expect(JSON.parse(before)).not.toEqual([])
    await send(OWNER, 'own host')
    await send(OWNER, 'main site')
    for (const caller of othersOf(contract, turn)) await send(caller, 'own host')
    expect(await termsNow()).toBe(before)
  })
})

describe('whatever a promoter charges', () => {
  let fixture: ConsoleFixture
  let key: string
  beforeAll(async () => {
    fixture = await openConsoleFixture()
    await insertFees(fixture.context.db, { ticketBaseCents: 49, ticketBasisPoints: 400, orderBaseCents: 90 })
    const body = { name: 'All', scopes: KEY_SCOPES }
    key = (await fixture.owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', { body })).data.key
  })
  afterAll(() => fixture.close())

  const shareOfOne = async (total: number): Promise<number> => {
    const ticketTypeId = await insertTicketType(fixture.context.db, fixture)
    const cartId = newCartId()
    await fixture.hold(cartId, { [ticketTypeId]: 1 })
    const { id } = (await fixture.checkout(cartId, total)).data.order
    await fixture.pay(id, CARDS.good)
    const { rows } = await sql<{ cents: number }>`
      select e.amount_cents as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.order_id = ${id} and t.kind = 'sale' and e.account = 'platform_fees'`.execute(
      fixture.context.db,
    )
    return rows[0]?.cents ?? 0
  }
  const zero = { ticketBaseFee: 0, ticketPercentageFee: 0, orderProcessingFee: 0, orderPercentageFee: 0 }
  // 0.49 + 4% of 25.00 + 0.90.
  const SHARE = 239

  test.each(['session', 'key'] as const)('by %s, the platform takes the same', async (by) => {
    const put = (path: string, version: number, body: object = zero) =>
      fixture.owner.ask('PUT', path, {
        body: { ...body, version },
        ...(by === 'key' ? { bearer: key } : {}),
      })
    const [promoter, event] = ['/api/promoter/fees/EUR', `/api/promoter/events/${fixture.eventId}/fees`]
    const version = by === 'session' ? 0 : 2
    expect(await shareOfOne(by === 'session' ? 27.39 : 35)).toBe(SHARE)
    expect((await put(promoter, version)).success).toBe(true)
    expect((await put(event, version)).success).toBe(true)
    expect(await shareOfOne(25)).toBe(SHARE)
    expect((await put(promoter, version + 1, { ...zero, ticketBaseFee: 10 })).success).toBe(true)
    expect((await put(event, version + 1, { ...zero, ticketBaseFee: 10 })).success).toBe(true)
    expect(await shareOfOne(35)).toBe(SHARE)
    await sql`update events set fees_paid_by = 'promoter' where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    expect(await shareOfOne(25)).toBe(SHARE)
    await sql`update events set fees_paid_by = 'buyer' where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
  })

  test('free orders have no share', async () => {
    await insertTerms(fixture.context.db, { ticketMinimumCents: 100, orderBaseCents: 100 })
    const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 0 })
    const cartId = newCartId()
    await fixture.hold(cartId, { [ticketTypeId]: 1 })
    expect((await fixture.checkout(cartId, 0)).success).toBe(true)
    const { rows } = await sql`
      select from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.kind = 'sale' and not exists (select from payments p where p.order_id = t.order_id)`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([])
  })
})
