import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createApi } from '#server/http/api.ts'
import { hashPassword } from '#server/people/passwords/password-hash.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { insertPromoter } from './factories.ts'
import { silentLog } from './log.ts'
import { readCookies, type Answer } from './ask.ts'
import { TEST_ENCRYPTION_KEY } from './encryption.ts'
import { QUICK_PASSWORDS } from './passwords.ts'

export const PASSWORD = 'correct horse battery'

export interface AccountFixture {
  context: Context
  clock: FakeClock
  promoterId: string
  origin: string
  folder: string
  join: (email?: string) => Promise<string>
  signIn: (accountId: string, host?: string) => Promise<string>
  ask: <Data = unknown>(method: string, path: string, request?: AccountRequest) => Promise<Answer<Data>>
  close: () => Promise<void>
}

interface AccountRequest {
  token?: string
  body?: unknown
  bytes?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  origin?: string
}

const ORIGIN = 'http://aurora.localhost'

export async function openAccountFixture(): Promise<AccountFixture> {
  const { db, address, drop } = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const promoterId = await insertPromoter(db, 'Aurora')
  const context = await createContext({
    config: readConfig({ UPLOADS_DIR: folder, FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db,
    connection: address,
    log: silentLog(),
    clock,
    passwordCost: QUICK_PASSWORDS,
  })
  await context.sites.whenReady(60_000)
  return {
    context,
    clock,
    promoterId,
    origin: ORIGIN,
    folder,
    join: (email = `${randomUUID()}@example.com`) => insertAccount(context, email),
    signIn: (accountId, host) => insertSession(context, accountId, host),
    ask: createAsk(context),
    close: async () => {
      await context.holds.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function insertAccount(context: Context, email: string): Promise<string> {
  const now = new Date(context.clock.now())
  const { id } = await context.db
    .insertInto('accounts')
    .values({
      email,
      email_verified_at: now,
      password_hash: await hashPassword(PASSWORD, QUICK_PASSWORDS),
      first_name: 'Ada',
      last_name: 'Lovelace',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertSession(
  context: Context,
  accountId: string,
  host = new URL(ORIGIN).hostname,
): Promise<string> {
  const now = new Date(context.clock.now())
  const { id } = await context.db
    .insertInto('sessions')
    .values({
      account_id: accountId,
      host,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return context.tokens.sign({
    sub: accountId,
    sid: id,
    isStaff: false,
    roles: ['customer'],
    permissions: [],
  })
}

function createAsk(context: Context): AccountFixture['ask'] {
  const api = createApi(context)
  return async <Data>(method: string, path: string, request: AccountRequest = {}) => {
    const { token, bytes, origin = ORIGIN } = request
    const body = request.body === undefined ? bytes : JSON.stringify(request.body)
    const response = await api.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          host: new URL(origin).host,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      }),
      { client: { address: '192.0.2.1', origin } },
    )
    const answer: Pick<Answer<Data>, 'success' | 'data' | 'error'> = await response.json()
    const { status, headers } = response
    return { ...answer, status, headers, cookies: readCookies(headers) }
  }
}
