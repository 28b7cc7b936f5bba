import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_LIMIT } from '#contracts/endpoint.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { openConsoleDesk, type ConsoleDesk } from '#tests/support/console.ts'

const keyed = listContracts()
  .map(({ contract }) => contract)
  .filter(({ idempotencyKey }) => idempotencyKey !== undefined)

let desk: ConsoleDesk
beforeAll(async () => {
  desk = await openConsoleDesk()
})
afterAll(() => desk.close())

const refusalOf = async (method: string, path: string, key?: string): Promise<unknown> => {
  const address = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  const { bearer } = desk.owner
  const answer = await desk.ask(method, address, { bearer, body: {}, ...(key && { key }) })
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
        details: [{ path: 'Idempotency-Key', message: 'Use 200 characters at most.' }],
      })
    },
  )

  test('is declared for every operation that repeats a result', () => {
    expect(keyed.length).toBeGreaterThan(10)
  })
})
