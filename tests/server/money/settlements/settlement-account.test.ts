import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { readMail } from '#tests/support/operators.ts'
import { hear, openSeller } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const PATH = '/api/promoter/settlement-account'

describe('the promoter’s account at the provider', () => {
  const open = () => fixture.owner.ask<{ account: PayoutAccount }>('POST', PATH)
  const read = async () =>
    (await fixture.owner.ask<{ account: PayoutAccount }>('GET', PATH)).data.account.status
  const submit = async (): Promise<void> => {
    const { payee_id: payeeId } = await fixture.shop.context.db
      .selectFrom('settlement_payees')
      .select('payee_id')
      .executeTakeFirstOrThrow()
    const told = { name: 'Ada Lovelace', bornOn: '1990-12-10', bankAccount: WORKING_TEST_ACCOUNT }
    await createSandboxEngine(fixture.shop.context).payees.submit(payeeId, told)
  }

  it('is opened once, recorded, and ready by webhook', async () => {
    expect(await read()).toBe('none')
    const answers = await Promise.all(Array.from({ length: 5 }, open))
    expect(answers.map(({ data }) => data.account.status)).toEqual(Array(5).fill('incomplete'))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log where action = 'settlement_account.created'`.execute(
      fixture.shop.context.db,
    )
    expect(rows).toEqual([{ count: 1 }])
    await submit()
    await hear(fixture.shop)
    const repair = fixture.breakPayees({ fetch: () => Promise.reject(new ProviderUnavailable('away')) })
    expect(await read()).toBe('ready')
    repair()
  })

  it('is fetched again at most once a minute without a webhook', async () => {
    await open()
    await submit()
    expect(await read()).toBe('incomplete')
    fixture.shop.clock.advance(61_000)
    expect(await read()).toBe('checking')
  })

  it('is set up and shown at the provider, and leads back to this site only', async () => {
    expect((await fixture.owner.ask('POST', `${PATH}/dashboard-link`)).error.code).toBe(
      'PAYOUT_ACCOUNT_MISSING',
    )
    await open()
    const link = async (returnUrl: string): Promise<string> => {
      const body = { returnUrl }
      return (await fixture.owner.ask<{ url: string }>('POST', `${PATH}/onboarding-link`, { body })).data.url
    }
    expect(decodeURIComponent(await link('/promoter/payouts?a=1'))).toContain(
      '/promoter/payouts?a=1&setup=complete',
    )
    expect(decodeURIComponent(await link('https://evil.example/x'))).not.toContain('evil')
    await submit()
    await hear(fixture.shop)
    const { data } = await fixture.owner.ask<{ url: string }>('POST', `${PATH}/dashboard-link`)
    expect(data.url).toContain('/sandbox/dashboard/')
  })

  it('needs a second factor, as a change of the method does, and all owners are emailed', async () => {
    const weak = await openSeller(fixture.shop, 'owner')
    const body = { method: 'bank', schedule: 'after_event', weekday: 1, version: 1 }
    const calls: [string, string, object?][] = [
      ['POST', PATH],
      ['POST', `${PATH}/onboarding-link`, { returnUrl: '/' }],
      ['POST', `${PATH}/dashboard-link`],
      ['PUT', '/api/promoter/settlement-settings', body],
    ]
    for (const [method, path, given] of calls)
      expect([path, (await weak.ask(method, path, given && { body: given })).error?.code]).toEqual([
        path,
        'SECOND_FACTOR_NEEDED',
      ])
    const { key } = (
      await fixture.owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', {
        body: { name: 'Key', scopes: ['payouts:write'] },
      })
    ).data
    const asKey = (given: object) =>
      fixture.shop.ask<{ settings: object }>('PUT', '/api/promoter/settlement-settings', {
        bearer: key,
        body: given,
      })
    expect((await asKey(body)).error.code).toBe('FORBIDDEN')
    expect((await asKey({ ...body, method: 'none', schedule: 'weekly' })).status).toBe(200)
    await open()
    await fixture.put({ method: 'bank' })
    await fixture.put({ schedule: 'on_request' })
    const { db } = fixture.shop.context
    const mails = await db
      .selectFrom('mails')
      .select('payload')
      .where('kind', '=', 'payment_route_changed')
      .execute()
    const told = mails
      .map(({ payload }) => Object(payload))
      .map(({ accountId, change }) => `${accountId} ${change}`)
    expect(told.toSorted()).toEqual(
      [weak, fixture.owner].flatMap(({ id }) => [`${id} account`, `${id} bank`]).toSorted(),
    )
    const mail = await readMail(fixture.shop.context, { kind: 'payment_route_changed', to: weak.email })
    expect(mail?.subject).toBe('The payout settings of Aurora were changed')
    expect(mail?.text).toContain(fixture.owner.email)
  })

  it('is for owners only', async () => {
    const manager = await openSeller(fixture.shop, 'manager')
    expect((await manager.ask('POST', PATH)).error.code).toBe('FORBIDDEN')
    expect((await manager.ask('GET', PATH)).error.code).toBe('FORBIDDEN')
  })

  it('isn’t opened when the provider doesn’t respond', async () => {
    const repair = fixture.breakPayees({ create: () => Promise.reject(new ProviderUnavailable('away')) })
    expect((await open()).error.code).toBe('PAYMENT_PROVIDER_FAILED')
    repair()
    expect(await read()).toBe('none')
  })
})
