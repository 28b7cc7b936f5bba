import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { ConnectionConfig } from 'pg'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { dummyPasswordHash, PASSWORD_COST } from '#server/people/passwords/password-hash.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemClock, type Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createAsk, type Answer, type Ask } from '../ask.ts'
import { openMember } from '../domains.ts'
import { pairDevice } from '../door-pairing.ts'
import { insertEvent, insertFees, insertPromo, insertPromoter, insertTicketType } from '../factories.ts'
import { silentLog } from '../log.ts'
import { insertOperatorAccount, openStrongSession } from '../operators.ts'
import { insertPaidOrder, newAddress } from '../people.ts'
import { insertLink } from '../sellers.ts'
import type { Sent } from './holes.ts'
import { TEST_ENCRYPTION_KEY } from '../encryption.ts'

const MEMBERS = ['customer', 'door', 'sales', 'manager', 'owner'] as const
/** `device`: a paired door device. */
export const CALLERS = ['anonymous', ...MEMBERS, 'operator', 'device'] as const
export type CallerName = (typeof CALLERS)[number]

/** Operators call the main site, everybody else the promoter's. */
const MAIN_HOST = 'localhost'

export interface HostileStage {
  /** Calls the API; returns the duration and how long the event loop was blocked, in milliseconds. */
  ask: (call: { contract: Endpoint; sent: Sent; caller: CallerName }) => Promise<Timed>
  close: () => Promise<void>
}

export interface Timed {
  answer: Answer<unknown>
  tookMs: number
  heldUpMs: number
}

/** Creates a promoter with one resource of each kind and a caller of each role. Rate limits are off. */
export async function openHostileStage(place: {
  db: Kysely<Database>
  address: ConnectionConfig
}): Promise<HostileStage> {
  const { db, address } = place
  // Inserted before the context, which loads the hosts.
  const promoterId = await insertPromoter(db, 'Aurora')
  const made = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db,
    connection: address,
    log: silentLog(),
    clock: systemClock,
  })
  await made.sites.whenReady(60_000)
  const pass = async (): Promise<undefined> => undefined
  const context: Context = { ...made, limits: { consume: pass, restore: pass, clear: pass } }
  const members = await Promise.all(
    MEMBERS.map(async (name): Promise<[string, { accountId: string; bearer: string }]> => {
      const role = name === 'customer' ? 'nobody' : name
      return [name, await openMember(context, promoterId, role)]
    }),
  )
  const operatorId = await insertOperatorAccount(context)
  const operator = { accountId: operatorId, bearer: await openStrongSession(context, operatorId, MAIN_HOST) }
  const known = new Map([...members, ['operator', operator] as const])
  const customerId = known.get('customer')?.accountId ?? ''
  // No password is correct, so that no call deletes its caller's account.
  await db
    .updateTable('accounts')
    .set({ password_hash: dummyPasswordHash(PASSWORD_COST) })
    .execute()
  const ids: Record<string, string> = { ...(await furnish(context, promoterId)), accounts: customerId }
  const call = createAsk(context, 'aurora.localhost')
  const pairing = { eventId: ids['events'] ?? '' }
  const device = await pairDevice(call, known.get('owner')?.bearer ?? '', pairing)
  known.set('device', { accountId: customerId, bearer: device.token })
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  return {
    ask: async ({ contract, sent, caller }) => {
      const member = known.get(caller)
      const path = pathOf(contract, sent, { ...ids, staff: member?.accountId ?? '' })
      loop.reset()
      const start = performance.now()
      const answer = await send(call, {
        contract,
        path,
        sent,
        bearer: member?.bearer,
        ...(caller === 'operator' && { host: MAIN_HOST }),
      })
      const tookMs = performance.now() - start
      // A shorter call can't have blocked longer.
      if (tookMs < 50) return { answer, tookMs, heldUpMs: 0 }
      // The blocking is measured after the event loop continues.
      await new Promise((resolve) => setTimeout(resolve, 11))
      return { answer, tookMs, heldUpMs: Math.max(0, loop.max / 1e6 - 10) }
    },
    close: async () => {
      loop.disable()
      await made.close()
    },
  }
}

async function furnish(context: Context, promoterId: string): Promise<Record<string, string>> {
  const { db } = context
  await insertFees(db, { promoterId })
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(Date.now() + 10 * 86_400_000) })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  const order = { promoterId, eventId, ticketTypeId, email: 'ada@example.com', createdAt: new Date() }
  const link = await insertLink({ context, promoterId, clock: systemClock }, null)
  return {
    events: eventId,
    'ticket-types': ticketTypeId,
    orders: await insertPaidOrder(db, order),
    'promo-codes': await insertPromo(db, { promoterId, code: 'SPRING' }),
    'tracking-links': link,
    promoters: promoterId,
    templates: 'order_confirmed',
    fees: 'EUR',
  }
}

const NOBODYS = '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b'

/** Fills the path with existing ids, unless one is replaced. */
function pathOf({ path, params }: Endpoint, sent: Sent, ids: Record<string, string>): string {
  const given: Record<string, unknown> = { ...(typeof sent.params === 'object' ? sent.params : {}) }
  const filled = path.replaceAll(/(?:([\w-]+)\/)?\{(\w+)\}/g, (_, word: string | undefined, name: string) => {
    const value = given[name]
    const isOwn = value === undefined || value === NOBODYS || value === 'Words' || !params
    const text = isOwn ? (ids[word ?? ''] ?? NOBODYS) : textOf(value)
    return `${word === undefined ? '' : `${word}/`}${encodeURIComponent(text.toWellFormed()) || '%20'}`
  })
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([name, value]): [string, string] => [name, textOf(value)]),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Repeats the call with the current version after EDIT_CONFLICT. */
async function send(
  ask: Ask,
  call: { contract: Endpoint; path: string; sent: Sent; bearer: string | undefined; host?: string },
): Promise<Answer<unknown>> {
  const { contract, path, sent, bearer, host } = call
  const say = (body: unknown): Promise<Answer<unknown>> =>
    ask(contract.method, path, {
      host,
      bearer,
      ...(host === undefined ? {} : { host }),
      key: crypto.randomUUID(),
      address: newAddress(),
      ...(body === undefined ? {} : { body }),
    })
  const answer = await say(sent.body)
  const version = versionNow(answer)
  return version === undefined ? answer : say({ ...Object(sent.body), version })
}

function versionNow({ error }: Answer<unknown>): unknown {
  const { current } = Object(error?.details)
  return error?.code === 'EDIT_CONFLICT' ? Object(current).version : undefined
}
