import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertSession } from '#tests/support/accounts.ts'
import type { Delivery, Webhook } from '#contracts/console/developers/webhooks.ts'
import { deliverWebhooks } from '#server/jobs/deliver-webhooks.ts'
import { readConfig } from '#server/platform/config.ts'
import { parseWebhookUrl } from '#server/people/webhooks/parse-webhook-url.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { insertMember } from '#tests/support/people.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const WEBHOOKS = '/api/promoter/webhooks'
const DELIVERIES = '/api/promoter/webhook-deliveries'

interface Made {
  webhook: Webhook
  secret: string
}

let fixture: ConsoleFixture
let receiver: WebhookReceiver
beforeAll(async () => {
  fixture = await openConsoleFixture()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  await fixture.close()
})

const make = async (body: Record<string, unknown> = {}): Promise<Made> => {
  const answer = await fixture.owner.ask<Made>('POST', WEBHOOKS, {
    body: { url: receiver.url, events: ['event.updated'], ...body },
  })
  expect(answer.status).toBe(201)
  return answer.data
}
const rename = (title: string) =>
  sql`update events set title = ${title} where id = ${fixture.eventId}`.execute(fixture.context.db)
const remove = ({ webhook }: Made) => fixture.owner.ask('DELETE', `${WEBHOOKS}/${webhook.id}`)

describe('an endpoint', () => {
  test('is created, changed and deleted; its secret is shown once and never logged', async () => {
    const made = await make({ description: 'CRM', url: `${receiver.url}/hooks/key-1` })
    const { webhook, secret } = made
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toMatchObject({ description: 'CRM', isActive: true, version: 1, failingSince: null })
    const address = `${WEBHOOKS}/${webhook.id}`
    const edit = { url: `${receiver.url}/hooks/key-2`, events: ['order.paid', 'order.paid'], isActive: false }
    const changed = await fixture.owner.ask<Made>('PUT', address, { body: { ...edit, version: 1 } })
    expect(changed.data.webhook).toMatchObject({ events: ['order.paid'], description: 'CRM', version: 2 })
    const listed = await fixture.owner.ask('GET', WEBHOOKS)
    expect(listed.data).toEqual({ webhooks: [changed.data.webhook] })
    expect((await remove(made)).status).toBe(200)
    expect((await remove(made)).error.code).toBe('NOT_FOUND')
    const { rows } = await sql<{ action: string; row: string }>`
      select action, to_jsonb(l)::text as row from audit_log l where subject_id = ${webhook.id} order by id`.execute(
      fixture.context.db,
    )
    const actions = rows.map(({ action }) => action)
    expect(actions).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted'])
    expect(JSON.stringify([rows, listed.data])).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain('key-')
    expect(rows[1]?.row).toContain('"addressChanged": true')
    expect(rows.map(({ row }) => row.includes(new URL(receiver.url).host))).toEqual([true, true, true])
  })

  test('changed concurrently is not overwritten', async () => {
    const made = await make()
    const body = { url: receiver.url, events: ['event.updated'], isActive: true, version: 1 }
    const address = `${WEBHOOKS}/${made.webhook.id}`
    const answers = await Promise.all([
      fixture.owner.ask('PUT', address, { body: { ...body, description: 'one' } }),
      fixture.owner.ask('PUT', address, { body: { ...body, description: 'two' } }),
    ])
    const refused = answers.find(({ status }) => status !== 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refused?.error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current: { version: 2 } } })
    await remove(made)
  })

  test('is tested at once, with its response', async () => {
    const made = await make()
    const address = `${WEBHOOKS}/${made.webhook.id}/test`
    const good = await fixture.owner.ask<{ delivery: Delivery }>('POST', address)
    expect(good.data.delivery).toMatchObject({ type: 'webhook.test', status: 'delivered', attempts: 1 })
    const [sent] = receiver.received.splice(0)
    expect(sent && isSigned(sent, made.secret)).toBe(true)
    receiver.answerWith(401)
    const bad = await fixture.owner.ask<{ delivery: Delivery }>('POST', address)
    expect(bad.data.delivery).toMatchObject({ status: 'failed', responseStatus: 401 })
    await deliverWebhooks(fixture.context)
    expect(receiver.received.splice(0), 'a test is sent once').toHaveLength(1)
    receiver.answerWith(200)
    await remove(made)
  })

  test('has two secrets for a day after rotation', async () => {
    const made = await make()
    const rotated = await fixture.owner.ask<Made>('POST', `${WEBHOOKS}/${made.webhook.id}/rotate-secret`)
    const { secret } = rotated.data
    expect(secret).not.toBe(made.secret)
    expect(rotated.data.webhook.oldSecretUntil).not.toBeNull()
    await rename('Signed twice')
    await deliverWebhooks(fixture.context)
    fixture.clock.advance(86_400_000)
    await rename('Signed once')
    await deliverWebhooks(fixture.context)
    const signed = receiver.received
      .splice(0)
      .map((each) => [isSigned(each, made.secret), isSigned(each, secret)])
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ])
    fixture.clock.advance(-86_400_000)
    await remove(made)
  })

  test('has a paginated, filterable log', async () => {
    const made = await make({ events: ['event.updated', 'event.cancelled'] })
    for (let turn = 0; turn < 27; turn += 1) await rename(`Turn ${turn}`)
    await sql`update events set status = 'cancelled' where id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    receiver.answerWith(500)
    await deliverWebhooks(fixture.context)
    const ask = async (query: string) =>
      (
        await fixture.owner.ask<{ deliveries: Delivery[]; nextCursor: string | null }>(
          'GET',
          `${DELIVERIES}?webhookId=${made.webhook.id}${query}`,
        )
      ).data
    const first = await ask('')
    const second = await ask(`&cursor=${first.nextCursor}`)
    expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([25, 3, null])
    const all = [...first.deliveries, ...second.deliveries]
    expect(new Set(all.map(({ id }) => id)).size).toBe(28)
    expect((await ask('&type=event.cancelled')).deliveries).toHaveLength(1)
    expect((await ask('&status=delivered')).deliveries).toEqual([])
    expect((await fixture.owner.ask('GET', `${DELIVERIES}?status=lost`)).status).toBe(422)
    receiver.answerWith(200)
    await remove(made)
    expect((await fixture.owner.ask('GET', DELIVERIES)).data).toEqual({ deliveries: [], nextCursor: null })
  })
})

describe('the URL', () => {
  const isPublic = readConfig({ MAIN_HOSTS: 'foyer.example' })
  test.each(['https://example.com/foyer', 'https://93.184.216.34/x', 'https://example.com:8443/?a=b#c'])(
    'may be %s',
    (url) => expect(parseWebhookUrl(isPublic, url).success).toBe(true),
  )

  test.each([
    'http://example.com/',
    'https://localhost/',
    'https://foyer.localhost/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'example.com',
    'https://internal/',
  ])('may not be %s', (url) =>
    expect(parseWebhookUrl(isPublic, url)).toMatchObject({ error: { code: 'WEBHOOK_URL_REFUSED' } }),
  )

  test('is refused with a reason', async () => {
    const body = { url: 'ftp://example.com', events: ['order.paid'] }
    const { error } = await fixture.owner.ask('POST', WEBHOOKS, { body })
    expect(error).toMatchObject({
      code: 'WEBHOOK_URL_REFUSED',
      details: { why: 'The URL must begin with https://.' },
    })
  })
})

describe('access to webhooks', () => {
  test('is for owners only, not for API keys with every scope', async () => {
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const { ask } = await fixture.join(role)
      const answers = [await ask('GET', WEBHOOKS), await ask('GET', DELIVERIES)]
      expect(answers.map(({ status }) => status)).toEqual([403, 403])
    }
    const body = { name: 'All', scopes: ['orders:read', 'promoter:write'] }
    const made = await fixture.owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', { body })
    expect((await fixture.ask('GET', WEBHOOKS, { bearer: made.data.key })).status).toBe(403)
  })

  test('of another promoter is NOT_FOUND', async () => {
    const made = await make()
    await fixture.owner.ask('POST', `${WEBHOOKS}/${made.webhook.id}/test`)
    const log = await fixture.owner.ask<{ deliveries: Delivery[] }>('GET', DELIVERIES)
    const delivery = `${DELIVERIES}/${log.data.deliveries[0]?.id}`
    const other = await insertPromoter(fixture.context.db, 'Brickworks')
    await fixture.context.sites.reload()
    const { accountId } = fixture.owner
    await insertMember(fixture.context.db, { promoterId: other, accountId, role: 'owner' })
    const host = 'brickworks.localhost'
    const bearer = await insertSession(fixture.context, accountId, host)
    const address = `${WEBHOOKS}/${made.webhook.id}`
    const edit = { url: receiver.url, events: ['order.paid'], isActive: true, version: 1 }
    const since = '2026-11-21T00:00:00Z'
    const answers = await Promise.all([
      fixture.owner.ask('PUT', address, { host, bearer, body: edit }),
      fixture.owner.ask('DELETE', address, { host, bearer }),
      fixture.owner.ask('POST', `${address}/test`, { host, bearer }),
      fixture.owner.ask('POST', `${address}/rotate-secret`, { host, bearer }),
      fixture.owner.ask('POST', `${address}/replay`, { host, bearer, body: { since } }),
      fixture.owner.ask('GET', delivery, { host, bearer }),
      fixture.owner.ask('POST', `${delivery}/replay`, { host, bearer }),
    ])
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'NOT_FOUND'))
    expect((await fixture.owner.ask('GET', DELIVERIES, { host, bearer })).data).toMatchObject({
      deliveries: [],
    })
  })
})
