import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import type { ManagedPromoter } from '#contracts/operator/promoters.ts'
import { createApi } from '#server/http/api.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { openOperatorFixture, type OperatorFixture } from '#tests/support/operators.ts'

let fixture: ConsoleFixture
let operator: OperatorFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openOperatorFixture(fixture.context)
  const { promoterId } = fixture
  await sql`update promoters set name = '=Aurora' where id = ${promoterId}`.execute(fixture.context.db)
  const act = (path: string, body: object) =>
    operator.ask('POST', `/api/operator/promoters/${promoterId}/${path}`, { body })
  await act('suspend', { reason: 'Reports of fraud' })
  fixture.clock.advance(60_000)
  await act('reinstate', { message: '' })
  await act('notes', { text: 'Called the owner.' })
  await operator.ask('POST', '/api/operator/promoter-invitations', { body: { email: 'new@example.com' } })
})
afterAll(() => fixture.close())

const list = async (query = ''): Promise<OperatorLogEntry[]> =>
  (await operator.ask<{ entries: OperatorLogEntry[] }>('GET', `/api/operator/audit-log${query}`)).data.entries
const messages = async (query = ''): Promise<string[]> => (await list(query)).map(({ message }) => message)

test('the log has a sentence per action, newest first, without ids', async () => {
  expect(await messages()).toEqual([
    'Ada Lovelace invited new@example.com to create a promoter',
    'Ada Lovelace added a note to =Aurora',
    'Ada Lovelace reinstated =Aurora',
    'Ada Lovelace suspended =Aurora: “Reports of fraud”',
  ])
  const [, noted] = await list()
  expect(noted?.promoter).toEqual({ id: fixture.promoterId, name: '=Aurora' })
})

test('it is filtered by action, person, promoter and time', async () => {
  expect(await messages('?action=promoter.noted')).toHaveLength(1)
  expect(await messages('?action=promoter')).toHaveLength(3)
  expect(await messages(`?promoter=${fixture.promoterId}`)).toHaveLength(3)
  expect(await messages(`?actor=${operator.accountId}`)).toHaveLength(4)
  expect(await messages(`?actor=${fixture.owner.accountId}`)).toEqual([])
  const later = encodeURIComponent(new Date(fixture.clock.now()).toISOString())
  expect(await messages(`?from=${later}`)).toHaveLength(3)
  expect(await messages(`?to=${later}`)).toHaveLength(1)
  expect((await operator.ask('GET', '/api/operator/audit-log?actor=nonsense')).error.code).toBe('NOT_FOUND')
  expect((await operator.ask('GET', '/api/operator/audit-log?cursor=x')).error.code).toBe('VALIDATION_ERROR')
  const { data } = await operator.ask('GET', '/api/operator/audit-log/choices')
  expect(data).toEqual({
    actors: [{ id: operator.accountId, name: 'Ada Lovelace' }],
    promoters: [{ id: fixture.promoterId, name: '=Aurora' }],
  })
})

test('it is exported as CSV without formulas, for operators only', async () => {
  const api = createApi(fixture.context)
  const load = (bearer: string) =>
    api.fetch(
      new Request('http://localhost/api/operator/audit-log/export.csv?action=promoter', {
        headers: { host: 'localhost', authorization: `Bearer ${bearer}` },
      }),
    )
  const response = await load(operator.bearer)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="operator-log.csv"')
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('Time,Person,What,Promoter,Action')
  expect(lines[1]).toContain(",'=Aurora,promoter.noted")
  expect((await load(fixture.owner.bearer)).status).toBe(401)
})

test('it can’t be changed, and the promoter sees neither log nor notes', async () => {
  await expect(sql`update operator_log set action = 'a.b'`.execute(fixture.context.db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from promoter_notes`.execute(fixture.context.db)).rejects.toThrow('append-only')
  const detail = await operator.ask<{ promoter: ManagedPromoter }>(
    'GET',
    `/api/operator/promoters/${fixture.promoterId}`,
  )
  expect(detail.data.promoter.notes).toMatchObject([{ author: 'Ada Lovelace', text: 'Called the owner.' }])
  expect(detail.data.promoter).toMatchObject({
    status: 'active',
    publishedEvents: 1,
    paidOrders: 0,
    disputes: 0,
  })
  const own = await fixture.owner.ask<{ entries: { action: string }[] }>('GET', '/api/promoter/audit-log')
  expect(own.data.entries.map(({ action }) => action)).toEqual(['promoter.reinstated', 'promoter.suspended'])
  const seen = await operator.ask<{ entries: { action: string }[] }>(
    'GET',
    `/api/operator/promoters/${fixture.promoterId}/audit-log`,
  )
  expect(seen.data.entries).toHaveLength(2)
})
