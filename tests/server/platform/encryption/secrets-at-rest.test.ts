import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Webhook } from '#contracts/console/developers/webhooks.ts'
import type { Order } from '#model/sales/orders.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { reencryptWithCurrentKey } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { SECRET_COLUMNS } from '#server/platform/encryption/secret-rows.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { openBrowser, openCustomer, PASSWORD, type Browser } from '#tests/support/people.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const OTHER_KEY = Buffer.alloc(32, 'another key').toString('base64')

/** Columns that these tests don't fill. Those of bank details and files: `tests/server/money/bank-files`. */
const MAY_BE_EMPTY = new Set<string>(['next_secret', 'old_secret', 'number', 'content'])

let shop: ConsoleFixture
let receiver: WebhookReceiver
beforeEach(async () => {
  shop = await openConsoleFixture()
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await shop.close()
})

async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`.execute(shop.context.db)
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(shop.context.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now() })

/** Creates an account with an active authenticator; the clock is a minute later, because its code was used. */
async function enrol(): Promise<{ email: string; secret: string; browser: Browser }> {
  const browser = await openCustomer(shop)
  const path = '/api/auth/customer/authenticator'
  const started = await browser.ask<{ secret: string }>('POST', path, { body: { password: PASSWORD } })
  const { secret } = started.data
  const confirmed = await browser.ask('POST', `${path}/confirm`, { body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  shop.clock.advance(60_000)
  return { email: browser.email, secret, browser }
}

const signIn = (email: string, secret: string) =>
  openBrowser(shop).ask('POST', '/api/auth/customer/login', {
    body: { email, password: PASSWORD, code: codeOf(secret) },
  })

const createWebhook = async () => {
  const body = { url: receiver.url, events: ['event.updated'] }
  return (
    await shop.owner.ask<{ webhook: Webhook; secret: string }>('POST', '/api/promoter/webhooks', { body })
  ).data
}

const sendTest = async ({ webhook }: { webhook: Webhook }) => {
  await shop.owner.ask('POST', `/api/promoter/webhooks/${webhook.id}/test`)
  return receiver.received.at(-1)
}

async function buyTicket(): Promise<void> {
  const { promoterId, eventId } = shop
  const ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 2500 })
  const cartId = newCartId()
  await shop.hold(cartId, { [ticketTypeId]: 1 })
  const { order } = (await shop.checkout(cartId, 25)).data
  await shop.pay(order.id, CARDS.good)
  const read = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)
  expect(read.data.order.tickets).toHaveLength(1)
}

/** Returns the code of a new voucher. */
async function issueVoucher(): Promise<string> {
  const body = { amount: 20, currency: 'EUR', count: 1, validUntil: null, recipient: '', note: '' }
  const issued = await shop.owner.ask<{ vouchers: { code: string }[] }>('POST', '/api/promoter/vouchers', {
    body,
  })
  return issued.data.vouchers[0]?.code ?? ''
}

/** Ids of the keys that encrypt each column; `plain` for plaintext. */
async function keysInUse(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { table, column, type } of SECRET_COLUMNS) {
    const { rows } = await sql<{ value: string | Buffer }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      shop.context.db,
    )
    expect(rows.length, `${table}.${column}`).toBeGreaterThan(MAY_BE_EMPTY.has(column) ? -1 : 0)
    for (const { value } of rows) {
      const text = type === 'text' ? String(value) : Buffer.from(value).toString('latin1')
      found.add(/^enc1\.([\da-f]{12})\.[\w-]+$/.exec(text)?.[1] ?? 'plain')
    }
  }
  return found
}

async function startNode(
  keys: string,
  run: (node: Context) => Promise<void> = async () => {},
): Promise<void> {
  const { db, clock } = shop.context
  const config = readConfig({ FOYER_ENCRYPTION_KEY: keys })
  const node = await createContext({ config, db, connection: shop.address, log: silentLog(), clock })
  try {
    await node.sites.whenReady(60_000)
    await run(node)
  } finally {
    await node.close()
  }
}

const encryptionOf = (...keys: [string, ...string[]]) => {
  const [first, ...others] = keys.map((key) => Buffer.from(key, 'base64'))
  return createEncryption([first ?? Buffer.alloc(0), ...others])
}
const idOf = (key: string): string => encryptionOf(key).keyIds[0]

test('authenticators, webhooks, access tokens, tickets and vouchers store no plaintext secret', async () => {
  const { email, secret, browser } = await enrol()
  const webhook = await createWebhook()
  await buyTicket()
  const code = await issueVoucher()
  const stored = await dump()
  expect(stored).toContain(email)
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(webhook.secret.replace('whsec_', ''))
  expect(code).not.toBe('')
  expect(stored).not.toContain(code.replaceAll('-', ''))
  const { rows } = await sql<{ secret: Buffer }>`select secret from auth_keys`.execute(shop.context.db)
  const [head, payload, signature] = browser.bearer?.split('.') ?? []
  for (const row of rows)
    expect(createHmac('sha256', row.secret).update(`${head}.${payload}`).digest('base64url')).not.toBe(
      signature,
    )
  // Prefix of every unencrypted Ed25519 key (PKCS #8).
  expect(stored).not.toContain('302e020100300506032b6570')
  expect(await keysInUse()).toEqual(new Set([idOf(TEST_ENCRYPTION_KEY)]))
})

test('encrypted secrets work: codes, and webhook signatures with the new and old secret', async () => {
  const { email, secret } = await enrol()
  expect((await signIn(email, secret)).status).toBe(200)
  const made = await createWebhook()
  const path = `/api/promoter/webhooks/${made.webhook.id}/rotate-secret`
  const rotated = await shop.owner.ask<{ secret: string }>('POST', path)
  const sent = await sendTest(made)
  expect(sent && isSigned(sent, made.secret)).toBe(true)
  expect(sent && isSigned(sent, rotated.data.secret)).toBe(true)
})

test('a start encrypts plaintext of earlier versions, and can be interrupted and repeated', async () => {
  const { email, secret, browser } = await enrol()
  const made = await createWebhook()
  await buyTicket()
  await issueVoucher()
  const plain = encryptionOf(TEST_ENCRYPTION_KEY)
  // State of the previous version except the webhook's secret: an interrupted start.
  await sql`update authenticators set secret = ${secret}`.execute(shop.context.db)
  for (const [table, idColumn, column] of [
    ['auth_keys', 'id', 'secret'],
    ['signing_keys', 'promoter_id', 'private_key'],
  ] as const) {
    const { rows } = await sql<{ id: string; value: Buffer }>`
      select ${sql.ref(idColumn)} as id, ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
      shop.context.db,
    )
    for (const { id, value } of rows)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${plain.decrypt(value, { table, id })}
        where ${sql.ref(idColumn)} = ${id}`.execute(shop.context.db)
  }
  expect(await keysInUse()).toEqual(new Set(['plain', idOf(TEST_ENCRYPTION_KEY)]))
  await Promise.all([startNode(TEST_ENCRYPTION_KEY), startNode(TEST_ENCRYPTION_KEY)])
  expect(await keysInUse()).toEqual(new Set([idOf(TEST_ENCRYPTION_KEY)]))
  const stored = await dump()
  await startNode(TEST_ENCRYPTION_KEY, async (node) => {
    expect(await node.tokens.verify(browser.bearer ?? '')).toBeDefined()
  })
  expect(await dump()).toBe(stored)
  expect((await signIn(email, secret)).status).toBe(200)
  const sent = await sendTest(made)
  expect(sent && isSigned(sent, made.secret)).toBe(true)
})

test('a ciphertext is worth nothing in another row', async () => {
  const [victim, thief] = [await enrol(), await enrol()]
  await sql`
    update authenticators set last_step = 0, secret = (
      select t.secret from authenticators t join accounts a on a.id = t.account_id where a.email = ${thief.email})
    where account_id = (select id from accounts where email = ${victim.email})`.execute(shop.context.db)
  expect((await signIn(victim.email, thief.secret)).status).toBe(500)
  expect((await signIn(thief.email, thief.secret)).status).toBe(200)
})

test('a key is rotated: the new one encrypts, both decrypt, and in the end the old one is needed no more', async () => {
  const { email, secret, browser } = await enrol()
  const made = await createWebhook()
  await buyTicket()
  await issueVoucher()
  const { db } = shop.context
  const encryption = encryptionOf(OTHER_KEY, TEST_ENCRYPTION_KEY)
  expect(await reencryptWithCurrentKey({ db, encryption })).toBe(5)
  expect(await reencryptWithCurrentKey({ db, encryption })).toBe(0)
  expect(await keysInUse()).toEqual(new Set([idOf(OTHER_KEY)]))
  await startNode(OTHER_KEY, async (node) => {
    expect(await node.tokens.verify(browser.bearer ?? '')).toBeDefined()
    Object.assign(shop.context, { encryption: node.encryption })
  })
  expect((await signIn(email, secret)).status).toBe(200)
  const sent = await sendTest(made)
  expect(sent && isSigned(sent, made.secret)).toBe(true)
})

test('a start with another key than the database’s is refused with the setting’s name', async () => {
  const start = startNode(OTHER_KEY)
  await expect(start).rejects.toThrow(
    `encrypted with the key ${idOf(TEST_ENCRYPTION_KEY)}, but the keys given are ${idOf(OTHER_KEY)}. Set FOYER_ENCRYPTION_KEY`,
  )
  await expect(start).rejects.toHaveProperty('name', 'WrongSetting')
})
