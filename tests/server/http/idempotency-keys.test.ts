import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_LIMIT } from '#contracts/platform/endpoint.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'

const keyed = listContracts()
  .map(({ contract }) => contract)
  .filter(({ idempotencyKey }) => idempotencyKey !== undefined)

let fixture: ConsoleFixture
let operator: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openStrongSession(fixture.context, await insertOperatorAccount(fixture.context))
})
afterAll(() => fixture.close())

const refusalOf = async (method: string, path: string, key?: string): Promise<unknown> => {
  const address = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  const isOperators = path.startsWith('/api/operator/')
  const caller = isOperators ? { bearer: operator, host: 'localhost' } : { bearer: fixture.owner.bearer }
  const answer = await fixture.ask(method, address, { ...caller, body: {}, ...(key && { key }) })
  return { status: answer.status, details: answer.error?.details }
}

describe('the Idempotency-Key header', () => {
  test.each(
    keyed
      .filter(({ idempotencyKey }) => idempotencyKey === 'required')
      .map((each) => [each.method, each.path]),
  )('is required by %s %s', async (method, path) => {
    expect(await refusalOf(method, path)).toEqual({
      status: 422,
      details: [{ path: 'Idempotency-Key', message: 'Send an Idempotency-Key header.' }],
    })
  })

  test.each(keyed.map((each) => [each.method, each.path]))(
    'is limited in length by %s %s',
    async (method, path) => {
      expect(await refusalOf(method, path, 'k'.repeat(IDEMPOTENCY_KEY_LIMIT + 1))).toEqual({
        status: 422,
        details: [{ path: 'Idempotency-Key', message: 'Use at most 200 characters.' }],
      })
    },
  )

  test('is declared by the operations that must not happen twice', () => {
    expect(
      keyed.map(({ method, path, idempotencyKey }) => `${method} ${path} ${idempotencyKey}`).toSorted(),
    ).toEqual([
      'POST /api/operator/promoters/{id}/adjustments required',
      'POST /api/promoter/events optional',
      'POST /api/promoter/events/{id}/check-ins optional',
      'POST /api/promoter/events/{id}/check-ins/undo optional',
      'POST /api/promoter/events/{id}/duplicate optional',
      'POST /api/promoter/events/{id}/series optional',
      'POST /api/promoter/former-members/{accountId}/payouts optional',
      'POST /api/promoter/messages required',
      'POST /api/promoter/orders required',
      'POST /api/promoter/orders/{id}/refunds required',
      'POST /api/promoter/orders/{id}/resends required',
      'POST /api/promoter/promoters required',
      'POST /api/promoter/settlements required',
      'POST /api/promoter/vouchers required',
      'POST /api/public/checkout required',
      'POST /api/public/orders/{id}/resends required',
      'POST /api/public/orders/{id}/returns required',
      'POST /api/public/orders/{id}/tickets/{ticketId}/codes required',
      'POST /api/public/staff/events/{id}/request-payout optional',
      'POST /api/public/ticket-offers/{id}/accept required',
      'POST /api/public/tickets/{id}/codes required',
      'POST /api/public/voucher-orders required',
      'POST /api/staff/{id}/payouts optional',
      'PUT /api/public/orders/{id}/email required',
    ])
  })
})
