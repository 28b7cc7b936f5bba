import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BankAccountsView } from '#contracts/console/bank-accounts.ts'
import type { AuditEntry } from '#contracts/console/audit.ts'
import { listUsableBankAccounts } from '#server/money/bank-accounts/bank-account-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { changeBankAccount, IBANS, signInStrongly } from '#tests/support/bank-accounts.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'

const HOUR = 3_600_000

let fixture: ConsoleFixture
let owner: ConsoleMember
let server: MailServer
let post: MailDispatcher
beforeEach(async () => {
  fixture = await openConsoleFixture()
  owner = await signInStrongly(fixture, fixture.owner)
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

/** Sessions end meanwhile, so the owner signs in again. */
async function pass(ms: number): Promise<void> {
  fixture.clock.advance(ms)
  owner = await signInStrongly(fixture, fixture.owner)
}

const read = async (): Promise<BankAccountsView> =>
  (await owner.ask<BankAccountsView>('GET', '/api/promoter/bank-accounts')).data

const change = (body: Record<string, string>, by: Pick<ConsoleMember, 'ask'> = owner) =>
  changeBankAccount(by, body)

/** Numbers by state. */
const numbers = async () =>
  Object.fromEntries((await read()).bankAccounts.map((each) => [each.state, each.number]))

async function usable(): Promise<string[]> {
  const { context, promoterId, clock } = fixture
  const find = { promoterIds: [promoterId], currency: 'EUR', now: new Date(clock.now()) }
  const rows = await listUsableBankAccounts(context.db, find)
  return rows.map(({ id, number }) =>
    context.encryption.decrypt(number, { table: 'bank_accounts', id }).toString(),
  )
}

/** Delivers the mail, and returns tokens by recipient. */
async function undoTokens(): Promise<Record<string, string>> {
  server.arrived.length = 0
  await post.deliver()
  return Object.fromEntries(
    server.arrived.flatMap(({ to, mail }) => {
      const token = /undo-bank-account-change#([\w-]+)/.exec(mail.text ?? '')?.[1]
      return token === undefined ? [] : [[to, token]]
    }),
  )
}

const undo = (token: string) =>
  fixture.ask<{ promoterName: string; number: string | null }>('POST', '/api/public/bank-accounts/undo', {
    body: { token },
  })

const holdAccount = async (promoterId = fixture.promoterId) =>
  sql<{
    account: string
  }>`select holder as account from bank_accounts where promoter_id = ${promoterId}`.execute(
    fixture.context.db,
  )

describe('checking what was typed', () => {
  test.each([
    [{ iban: 'DE89 3704 0044 0532 0130 00' }, '•••• 3000'],
    [{ iban: 'fr1420041010050500013m02606', bic: 'PSSTFRPPXXX' }, '•••• 2606'],
    [{ currency: 'GBP', iban: IBANS.british }, '•••• 6819'],
    [{ currency: 'BRL', iban: IBANS.brazilian }, '•••• 93C1'],
    [{ currency: 'USD', accountNumber: '000 123 456 789', routingNumber: '021000021' }, '•••• 6789'],
    [{ currency: 'USD', iban: IBANS.german }, '•••• 3000'],
  ])('%o is accepted', async (body, number) => {
    const { status, data } = await change(body)
    expect(status).toBe(200)
    expect(data.bankAccounts.map((each) => each.number)).toEqual([number])
  })

  test.each([
    [{ iban: 'DE88370400440532013000' }, 'iban', 'typing error'],
    [{ iban: 'DE8937040044053201300' }, 'iban', 'too few or too many'],
    [{ iban: 'US893704004405320130' }, 'iban', 'uses IBANs'],
    [{ iban: '<script>' }, 'iban', 'uses IBANs'],
    [{}, 'iban', 'Enter the IBAN'],
    [{ iban: IBANS.brazilian }, 'iban', 'SEPA'],
    [{ iban: IBANS.german, bic: 'PSSTFRPPXXX' }, 'bic', 'a different country'],
    [{ iban: IBANS.german, bic: 'DEUT' }, 'bic', '8 or 11'],
    [{ accountNumber: '12345678', routingNumber: '021000021' }, 'accountNumber', 'US dollars'],
    [{ currency: 'USD', accountNumber: '12345678', routingNumber: '021000022' }, 'routingNumber', '9 digits'],
    [{ currency: 'USD', accountNumber: '1', routingNumber: '021000021' }, 'accountNumber', '4 to 17'],
    [{ currency: 'USD' }, 'iban', 'account number'],
  ])('%o is refused at its field', async (body, path, message) => {
    const { status, error } = await change(body)
    expect(status).toBe(422)
    expect(error?.details).toEqual([
      expect.objectContaining({ path, message: expect.stringContaining(message) }),
    ])
    expect((await holdAccount()).rows).toEqual([])
  })
})

describe('who may change bank details', () => {
  test('an owner without a second factor is told to turn it on', async () => {
    const weak = await fixture.join('owner')
    expect((await change({ iban: IBANS.german }, weak)).error?.code).toBe('SECOND_FACTOR_NEEDED')
    const confirm = await weak.ask('POST', '/api/promoter/bank-accounts/confirm')
    expect(confirm.error?.code).toBe('SECOND_FACTOR_NEEDED')
  })

  test('managers may not, even with a second factor', async () => {
    const manager = await signInStrongly(fixture, await fixture.join('manager'))
    expect((await change({ iban: IBANS.german }, manager)).error?.code).toBe('FORBIDDEN')
    expect((await manager.ask('GET', '/api/promoter/bank-accounts')).error?.code).toBe('FORBIDDEN')
  })

  test('no API key may, and none can be granted it', async () => {
    const created = await owner.ask('POST', '/api/promoter/api-keys', {
      body: { name: 'Bank', scopes: ['bank'] },
    })
    expect(created.error?.code).toBe('VALIDATION_ERROR')
    const body = { name: 'Payouts', scopes: ['payouts:write'] }
    const { data } = await owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', { body })
    const asKey: ConsoleMember['ask'] = (method, path, request) =>
      fixture.ask(method, path, { ...request, bearer: data.key })
    expect((await change({ iban: IBANS.german }, { ask: asKey })).error?.code).toBe('FORBIDDEN')
    expect((await asKey('GET', '/api/promoter/bank-accounts')).status).toBe(200)
  })

  test('20 changes a day are accepted', async () => {
    const answers = []
    for (let at = 0; at < 21; at += 1)
      answers.push((await change({ iban: IBANS.german, holder: `Aurora ${at}` })).status)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})

describe('new details', () => {
  test('are used after 48 hours, the former ones until then', async () => {
    await change({ iban: IBANS.german })
    expect([await usable(), await numbers()]).toEqual([[], { waiting: '•••• 3000' }])
    await pass(48 * HOUR)
    expect([await usable(), await numbers()]).toEqual([[IBANS.german], { in_use: '•••• 3000' }])
    await change({ iban: IBANS.french })
    expect(await numbers()).toEqual({ waiting: '•••• 2606', replaced: '•••• 3000' })
    await pass(48 * HOUR - 1)
    expect(await usable()).toEqual([IBANS.german])
    await pass(1)
    expect(await usable()).toEqual([IBANS.french])
  })

  test('that were replaced while they waited are never used', async () => {
    await change({ iban: IBANS.german })
    await pass(48 * HOUR)
    await change({ iban: IBANS.french })
    await pass(47 * HOUR)
    await change({ iban: IBANS.dutch })
    await pass(47 * HOUR)
    expect(await usable()).toEqual([IBANS.german])
    await pass(HOUR)
    expect(await usable()).toEqual([IBANS.dutch])
  })

  test('that are the same as before change nothing', async () => {
    await change({ iban: IBANS.german })
    await pass(48 * HOUR)
    await change({ iban: 'de89 3704 0044 0532 0130 00' })
    expect(await usable()).toEqual([IBANS.german])
    expect(Object.keys(await undoTokens())).toHaveLength(1)
  })

  test('sent twice at once are one change', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => change({ iban: IBANS.german })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await holdAccount()).rows).toHaveLength(1)
  })

  test('are stored encrypted and shown masked, in the audit log too', async () => {
    await change({ iban: IBANS.german })
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from bank_accounts t union all select to_jsonb(a)::text from audit_log a
      union all select to_jsonb(m)::text from mails m`.execute(fixture.context.db)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ row }) => row.includes(IBANS.german.slice(4, 18)))).toEqual([])
    const { entries } = (await owner.ask<{ entries: AuditEntry[] }>('GET', '/api/promoter/audit-log')).data
    expect(entries[0]).toMatchObject({ action: 'bank_account.changed', subject: 'EUR' })
    expect(entries[0]?.after).toMatchObject({ number: '•••• 3000', holder: 'Aurora Events GmbH' })
  })
})

describe('undoing a change', () => {
  async function attack(): Promise<void> {
    await change({ iban: IBANS.german })
    await pass(48 * HOUR)
    await undoTokens()
    await change({ iban: IBANS.french })
  }

  test('all owners get a link, which works once, for 7 days', async () => {
    const other = await fixture.join('owner')
    await attack()
    const tokens = await undoTokens()
    expect(Object.keys(tokens)).toHaveLength(2)
    const [first = '', second = ''] = Object.values(tokens)
    const { rows } = await sql<{
      row: string
    }>`select encode(token_hash, 'escape') as row from bank_account_links`.execute(fixture.context.db)
    expect(rows.some(({ row }) => row.includes(first))).toBe(false)
    const answers = await Promise.all([first, first, second].map(undo))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'LINK_INVALID')).toHaveLength(2)
    expect(answers.find(({ status }) => status === 200)?.data).toEqual({
      promoterName: 'Aurora',
      number: '•••• 3000',
    })
    expect(other.accountId).not.toBe(owner.accountId)
    expect(await usable()).toEqual([IBANS.german])
    await pass(100 * HOUR)
    expect(await usable()).toEqual([IBANS.german])
  })

  test('settlements wait until an owner with a second factor confirms', async () => {
    await attack()
    const [token = ''] = Object.values(await undoTokens())
    await undo(token)
    expect((await read()).holdSince).not.toBeNull()
    await post.deliver()
    expect(server.arrived.at(-1)?.mail.subject).toBe('Payouts of Aurora are on hold')
    const confirmed = await owner.ask<BankAccountsView>('POST', '/api/promoter/bank-accounts/confirm')
    expect(confirmed.data.holdSince).toBeNull()
    const { entries } = (await owner.ask<{ entries: AuditEntry[] }>('GET', '/api/promoter/audit-log')).data
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
      'bank_account.confirmed',
      'bank_account.restored',
      'bank_account.changed',
    ])
  })

  test('undoes later changes of that currency too, and their links', async () => {
    await attack()
    const [first = ''] = Object.values(await undoTokens())
    await change({ iban: IBANS.dutch })
    const [second = ''] = Object.values(await undoTokens())
    expect((await undo(first)).status).toBe(200)
    expect((await undo(second)).error?.code).toBe('LINK_INVALID')
    await pass(100 * HOUR)
    expect(await usable()).toEqual([IBANS.german])
  })

  test('of the later change restores the one before', async () => {
    await attack()
    await undoTokens()
    await change({ iban: IBANS.dutch })
    const [second = ''] = Object.values(await undoTokens())
    await undo(second)
    await pass(48 * HOUR)
    expect(await usable()).toEqual([IBANS.french])
  })

  test('an owner who was removed before the change still gets the link', async () => {
    const victim = await fixture.join('owner')
    await change({ iban: IBANS.german })
    await undoTokens()
    const removed = await owner.ask('DELETE', `/api/promoter/members/${victim.accountId}`)
    expect(removed.status).toBe(200)
    await change({ iban: IBANS.french })
    expect(Object.keys(await undoTokens())).toHaveLength(2)
  })

  test('a former owner who left 31 days ago doesn’t', async () => {
    const former = await fixture.join('owner')
    await change({ iban: IBANS.german })
    await owner.ask('DELETE', `/api/promoter/members/${former.accountId}`)
    await undoTokens()
    await sql`update former_members set removed_at = removed_at - interval '31 days'`.execute(
      fixture.context.db,
    )
    await change({ iban: IBANS.french })
    expect(Object.keys(await undoTokens())).toHaveLength(1)
  })

  test('is refused after 7 days, with a wrong token, and for another currency’s details', async () => {
    await attack()
    const [token = ''] = Object.values(await undoTokens())
    expect((await undo('x'.repeat(43))).error?.code).toBe('LINK_INVALID')
    await pass(7 * 24 * HOUR)
    expect((await undo(token)).error?.code).toBe('LINK_INVALID')
    expect((await read()).holdSince).toBeNull()
  })

  test('leaves other currencies and other promoters as they are', async () => {
    await change({ currency: 'GBP', iban: IBANS.british })
    await pass(48 * HOUR)
    await undoTokens()
    await change({ iban: IBANS.german })
    const [token = ''] = Object.values(await undoTokens())
    expect((await undo(token)).data.number).toBeNull()
    expect((await read()).bankAccounts.map(({ currency, state }) => [currency, state])).toEqual([
      ['GBP', 'in_use'],
    ])
  })
})
