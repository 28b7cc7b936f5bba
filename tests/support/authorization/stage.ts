import { sql, type Kysely } from 'kysely'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { KEY_SCOPES, type Scope } from '#model/people/scopes.ts'
import { dummyPasswordHash } from '#server/people/passwords/password-hash.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { systemClock, type Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createApi } from '#server/http/api.ts'
import { insertSession } from '../accounts.ts'
import { createAsk, type Answer } from '../ask.ts'
import { createTestDatabase } from '../database.ts'
import { startDnsServer } from '../dns-server.ts'
import { openMember } from '../domains.ts'
import { ALL_GRANTED, pairDevice } from '../door-pairing.ts'
import { insertEvent } from '../factories.ts'
import { TEST_ENCRYPTION_KEY } from '../encryption.ts'
import { silentLog } from '../log.ts'
import { QUICK_PASSWORDS } from '../passwords.ts'
import { insertOperatorAccount, openStrongSession } from '../operators.ts'
import { newAddress } from '../people.ts'
import type { Call } from './calls.ts'
import { furnish, openPromoter, type FurnishedPromoter } from './things.ts'

export const PEOPLE = [
  'nobody',
  'customer',
  'door',
  'sales',
  'manager',
  'owner',
  'another promoter’s owner',
  'operator',
  'operator acting for the promoter',
] as const
export type PersonName = (typeof PEOPLE)[number]

/** Paired devices, by their pairing. Those without a remark have all rights at the event. */
export const DEVICES = [
  'door device',
  'door device that only scans',
  'door device of another event',
  'revoked door device',
  'another promoter’s door device',
] as const
export type DeviceName = (typeof DEVICES)[number]

/** A signed-in person, a paired device, or a program whose API key has one scope. */
export type Caller = { person: PersonName } | { device: DeviceName } | { scope: Scope }

export const CALLERS: readonly Caller[] = [
  ...PEOPLE.map((person) => ({ person })),
  ...DEVICES.map((device) => ({ device })),
  ...KEY_SCOPES.map((scope) => ({ scope })),
]
export function nameOf(caller: Caller): string {
  if ('device' in caller) return caller.device
  return 'person' in caller ? caller.person : `a key with ${caller.scope}`
}

/** The promoter's own host, or the main site with `X-Promoter-User-Id`. */
export type Place = 'own host' | 'main site'
export const PLACES: readonly Place[] = ['own host', 'main site']

export interface Sending {
  contract: Pick<Endpoint, 'method'>
  call: Call
  caller: Caller
  /** Default: `own host`. */
  place?: Place
}

/** Two promoters with the same resources. Calls go to `own`. */
export interface AuthorityStage {
  db: Kysely<Database>
  own: FurnishedPromoter
  foreign: FurnishedPromoter
  /** The caller's account id; for API keys, devices and anonymous callers that of the owner. */
  accountOf: (caller: Caller) => string
  /** Calls the API as the caller. */
  send: (sending: Sending) => Promise<Answer<unknown>>
  digest: () => Promise<Digest>
  close: () => Promise<void>
}

/** Row counts and hashes of all tables, and hashes of the rows that mention the foreign promoter or its owner. */
export interface Digest {
  all: string
  foreign: string
}

const MAIN_HOST = 'localhost'
const ACTING = 'operator acting for the promoter'

/** Opens the stage. Rate limits are off, so that every call reaches its use case. */
export async function openAuthorityStage(): Promise<AuthorityStage> {
  const { db, address, drop } = await createTestDatabase()
  const dns = await startDnsServer()
  const made = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, DNS_SERVERS: dns.address }),
    db,
    connection: address,
    log: silentLog(),
    clock: systemClock,
    passwordCost: QUICK_PASSWORDS,
  })
  await made.sites.whenReady(60_000)
  const pass = async (): Promise<undefined> => undefined
  const context: Context = { ...made, limits: { consume: pass, restore: pass, clear: pass } }
  const [own, foreign] = [await openFurnished(context, 'Aurora'), await openFurnished(context, 'Nordlys')]
  const people: Partial<Record<PersonName, string>> = {
    owner: own.owner.accountId,
    'another promoter’s owner': foreign.owner.accountId,
  }
  for (const role of ['door', 'sales', 'manager'] as const)
    people[role] = (await openMember(context, own.promoterId, role)).accountId
  people.customer = (await openMember(context, own.promoterId, 'nobody')).accountId
  people.operator = await insertOperatorAccount(context)
  people[ACTING] = await insertOperatorAccount(context, 'acting@example.com')
  await act(context, { accountId: people[ACTING], promoterId: own.promoterId })
  // No password matches, so that no call deletes the caller's own account.
  await db
    .updateTable('accounts')
    .set({ password_hash: dummyPasswordHash(QUICK_PASSWORDS) })
    .execute()
  const keys = await makeKeys(context, own)
  const devices = await pairDevices(context, own, foreign)
  const api = createApi(context)
  const accountOf = (caller: Caller): string =>
    ('person' in caller ? people[caller.person] : undefined) ?? own.owner.accountId
  /** Opens a session on this host for a person. */
  const bearerOf = async (caller: Caller, host: string): Promise<string | undefined> => {
    if ('scope' in caller) return keys.get(caller.scope)
    if ('device' in caller) return devices[caller.device]
    if (caller.person === 'nobody') return undefined
    const open = caller.person === 'operator' || caller.person === ACTING ? openStrongSession : insertSession
    return open(context, accountOf(caller), host)
  }
  const bearers = new Map<string, string | undefined>()
  const send: AuthorityStage['send'] = async ({ contract, call, caller, place = 'own host' }) => {
    const { path, body, endsSession } = call
    const host = place === 'own host' ? own.host : MAIN_HOST
    const name = `${nameOf(caller)} on ${host}`
    if (!bearers.has(name)) bearers.set(name, await bearerOf(caller, host))
    const bearer = bearers.get(name)
    if (endsSession) for (const at of [own.host, MAIN_HOST]) bearers.delete(`${nameOf(caller)} on ${at}`)
    const request = new Request(`http://${host}${path}`, {
      method: contract.method,
      headers: {
        host,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(place === 'own host' ? {} : { 'x-promoter-user-id': own.promoterId }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    return readAnswer(
      await api.fetch(request, { client: { address: newAddress(), origin: `http://${host}` } }),
    )
  }
  return {
    db,
    own,
    foreign,
    accountOf,
    send: async (sending) => {
      const answer = await send(sending)
      const version = versionNow(answer)
      if (version === undefined) return answer
      return send({ ...sending, call: { ...sending.call, body: { ...Object(sending.call.body), version } } })
    },
    digest: await createDigest(context, foreign),
    close: async () => {
      await made.close()
      await drop()
      await dns.close()
    },
  }
}

async function act(
  context: Context,
  { accountId, promoterId }: { accountId: string; promoterId: string },
): Promise<void> {
  const bearer = await openStrongSession(context, accountId)
  const body = { reason: 'Authorization matrix' }
  const path = `/api/operator/promoters/${promoterId}/support`
  const { success } = await createAsk(context, MAIN_HOST)('POST', path, { body, bearer })
  if (!success) throw new Error('The operator can’t act for the promoter.')
}

async function openFurnished(context: Context, name: string): Promise<FurnishedPromoter> {
  const promoter = await openPromoter(context, name)
  await context.sites.reload()
  const call = createAsk(context, promoter.host)
  const things = await furnish(context, promoter, (method, path, request) =>
    call(method, path, { bearer: promoter.owner.bearer, ...request }),
  )
  return { ...promoter, things }
}

async function makeKeys(context: Context, { host, owner }: FurnishedPromoter): Promise<Map<Scope, string>> {
  const call = createAsk(context, host)
  const keys = new Map<Scope, string>()
  for (const scope of KEY_SCOPES) {
    const body = { name: scope, scopes: [scope] }
    const { data } = await call<{ key: string }>('POST', '/api/promoter/api-keys', {
      body,
      bearer: owner.bearer,
    })
    keys.set(scope, data.key)
    // The first use of a key is recorded, the next ones within a minute are not.
    await call('GET', '/api/promoter/events', { bearer: data.key })
  }
  return keys
}

async function pairDevices(
  context: Context,
  own: FurnishedPromoter,
  foreign: FurnishedPromoter,
): Promise<Record<DeviceName, string>> {
  const startsAt = new Date(Date.now() + 10 * 86_400_000)
  const otherEvent = await insertEvent(context.db, { promoterId: own.promoterId, startsAt })
  const all = { rights: ALL_GRANTED, eventId: own.things.event }
  const revoked = await pairDevice(createAsk(context, own.host), own.owner.bearer, all)
  await createAsk(context, own.host)('DELETE', `/api/promoter/door-pairings/${revoked.id}`, {
    bearer: own.owner.bearer,
  })
  const tokenOf = async (
    { host, owner }: FurnishedPromoter,
    pairing: Parameters<typeof pairDevice>[2],
  ): Promise<string> => (await pairDevice(createAsk(context, host), owner.bearer, pairing)).token
  return {
    'door device': await tokenOf(own, all),
    'door device that only scans': await tokenOf(own, { ...all, rights: [] }),
    'door device of another event': await tokenOf(own, { ...all, eventId: otherEvent }),
    'revoked door device': revoked.token,
    'another promoter’s door device': await tokenOf(foreign, { ...all, eventId: foreign.things.event }),
  }
}

function versionNow({ error }: Answer<unknown>): unknown {
  const { current } = Object(error?.details)
  return error?.code === 'EDIT_CONFLICT' ? Object(current).version : undefined
}

/** Reads the JSON envelope; for a file, only the status. */
async function readAnswer(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.includes('json') ?? false
  const told = isJson ? JSON.parse(text) : { success: response.ok, data: text }
  return { ...told, status, headers, cookies: {} }
}

/** Tables written by authentication itself. */
const TRACES = new Set(['public.sessions', 'public.rate_limits', 'public.api_keys'])

/** Returns a function that runs one statement over all tables, compiled once. */
async function createDigest({ db }: Context, foreign: FurnishedPromoter): Promise<() => Promise<Digest>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'sandbox') order by 1, 2`.execute(
    db,
  )
  const parts = tables
    .map(({ schema, name }) => `${schema}.${name}`)
    .filter((table) => !TRACES.has(table))
    .map(
      (table) => sql`
        select ${sql.lit(table)} as name, count(*) as rows, sum(hashtextextended(t::text, 0)::numeric) as all_rows,
          sum(hashtextextended(t::text, 0)::numeric) filter (where t::text like any (marks)) as foreign_rows
        from ${sql.table(table)} t, marks group by ()`,
    )
  // A parameter, so that the statement is prepared: it takes longer to plan than to execute.
  const marks = [foreign.promoterId, foreign.owner.accountId].map((id) => `%${id}%`)
  const query = sql<Digest>`
    with marks as materialized (select ${marks}::text[] as marks)
    select string_agg(concat(name, ' ', rows, ' ', all_rows), ', ' order by name) as "all",
      string_agg(concat(name, ' ', foreign_rows), ', ' order by name) as "foreign"
    from (${sql.join(parts, sql` union all `)}) tables`.compile(db)
  return async () => {
    const { rows } = await db.executeQuery(query)
    const [digest] = rows
    if (!digest) throw new Error('There are no tables.')
    return digest
  }
}
