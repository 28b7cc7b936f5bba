import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS, statusOf } from '#contracts/platform/errors.ts'
import type { ApiDocument } from '#contracts/console/developers/api-document.ts'
import { endpointKey, listContractNames } from '#server/openapi/contract-names.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { listErrorCodes } from '#server/openapi/responses.ts'
import { createJudge, type Judge } from '#tests/support/api-answers.ts'
import type { Answer } from '#tests/support/ask.ts'
import { lintDocument } from '#tests/support/lint-document.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let document: ApiDocument
let judge: Judge
beforeAll(async () => {
  fixture = await openConsoleFixture()
  document = await fixture.context.apiDocument()
  judge = createJudge(document)
})
afterAll(() => fixture.close())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the document', () => {
  test('has each contract that is bound, by the name it is exported by', async () => {
    const known = await listContractNames()
    const contracts = listContracts().map(({ contract }) => contract)
    expect(contracts.length).toBeGreaterThan(90)
    const names = contracts.map((contract) => known.get(endpointKey(contract))?.name)
    const told = operations().map(({ operationId }) => operationId)
    expect(new Set(told)).toEqual(new Set(names))
    expect(told).toHaveLength(names.length)
    expect(new Set(names).size, 'each by a name of its own').toBe(names.length)
  })

  test('has no errors or warnings by the recommended rules of Redocly CLI', async () => {
    expect(await lintDocument(document)).toEqual([])
  })

  test('an invalid document fails the linter', async () => {
    const [tag, ...tags] = document.tags
    const wrong = { ...document, tags: [{ name: tag?.name }, ...tags], info: { title: 'Foyer API' } }
    const found = (await lintDocument(wrong)).join()
    expect(found).toContain('struct')
    expect(found).toContain('tag-description')
  })

  test('is answered at its address, for whoever asks from wherever', async () => {
    const answer = await fixture.ask('GET', '/api/openapi.json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://aurora.localhost' }] })
    expect((await fixture.ask('POST', '/api/openapi.json')).status).toBe(405)
  })

  test('lists each code with its status and an example', () => {
    for (const { contract } of listContracts()) {
      const method = contract.method.toLowerCase()
      const [, operation] =
        Object.entries(document.paths[contract.path] ?? {}).find(([each]) => each === method) ?? []
      const told = listErrorCodes(contract).map(
        (code) =>
          operation?.responses[String(statusOf(code))]?.content['application/json'].examples?.[code]?.value,
      )
      expect(told).toMatchObject(
        listErrorCodes(contract).map((code) => ({
          success: false,
          error: { code, message: ERRORS[code][1] },
        })),
      )
    }
  })

  test('describes authentication, and which calls require an Idempotency-Key', () => {
    const byName = (name: string) => operations().find(({ operationId }) => operationId === name)
    expect(byName('listEvents')?.security).toEqual([])
    expect(byName('me')?.security).toEqual([{ accessToken: [] }])
    expect(byName('refundOrder')?.security).toEqual([{ accessToken: [] }, { apiKey: ['orders:write'] }])
    expect(byName('createApiKey')?.security, 'a key makes no keys').toEqual([{ accessToken: [] }])
    const keyed = operations().filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(keyed.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['checkout', 'refundOrder', 'requestPayout']),
    )
    expect(byName('refundOrder')?.description).toContain('Refunds an order')
  })
})

describe('actual responses', () => {
  test('match the document: a purchase, its refund, and errors', async () => {
    const { promoterId, eventId, owner, ask } = fixture
    const ticketTypeId = await insertTicketType(fixture.context.db, { promoterId, eventId, priceCents: 2000 })
    const wrong: string[] = []
    const say = async <Data>(name: string, pending: Promise<Answer<Data>>): Promise<Answer<Data>> => {
      const answer = await pending
      wrong.push(...judge(name, answer).map((why) => `${name} ${answer.status}: ${why}`))
      return answer
    }
    const cartId = newCartId()
    await say('listEvents', ask('GET', '/api/public/events'))
    await say('getEvent', ask('GET', `/api/public/events/${eventId}`))
    await say('listTickets', ask('GET', `/api/public/events/${eventId}/tickets`))
    await say('getEvent', ask('GET', '/api/public/events/nothing-here'))
    await say('putCart', fixture.hold(cartId, { [ticketTypeId]: 2 }))
    await say('getCart', ask('GET', `/api/public/carts/${cartId}`))
    await say('checkout', fixture.checkout(cartId, 1))
    await say('checkout', ask('POST', '/api/public/checkout', { body: {} }))
    const placed = await say('checkout', fixture.checkout(cartId, 40))
    await say('confirmPayment', fixture.pay(placed.data.order.id, CARDS.declined))
    await say('confirmPayment', fixture.pay(placed.data.order.id, CARDS.good))
    await say('getOrder', ask('GET', `/api/public/orders/${placed.data.order.id}`))
    const refunds = `/api/promoter/orders/${placed.data.order.id}/refunds`
    await say('refundOrder', ask('POST', refunds, { body: { all: true } }))
    await say('refundOrder', owner.ask('POST', refunds, { body: { amount: 5 } }))
    await say('refundOrder', owner.ask('POST', refunds, { body: { amount: 500 } }))
    await say('listDomains', owner.ask('GET', '/api/domains'))
    await say('getBranding', owner.ask('GET', '/api/domains/look'))
    const keys = '/api/promoter/api-keys'
    await say('createApiKey', owner.ask('POST', keys, { body: { name: 'A', scopes: ['orders:read'] } }))
    await say('listApiKeys', owner.ask('GET', keys))
    const body = { url: 'http://127.0.0.1:9/', events: ['order.paid'] }
    await say('createWebhook', owner.ask('POST', '/api/promoter/webhooks', { body }))
    await say('listWebhooks', owner.ask('GET', '/api/promoter/webhooks'))
    await say('listDeliveries', owner.ask('GET', '/api/promoter/webhook-deliveries'))
    await say('listOwnPromoters', owner.ask('GET', '/api/auth/customer/promoters'))
    expect(wrong).toEqual([])
  })
})
