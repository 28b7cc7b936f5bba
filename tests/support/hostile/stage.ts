import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { ConnectionConfig } from 'pg'
import type { Endpoint } from '#contracts/endpoint.ts'
import { nobodysHash } from '#server/accounts/password-hash.ts'
import { readConfig } from '#server/config.ts'
import { systemClock, type Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import type { Database } from '#server/db/tables.ts'
import { createAsk, type Answer, type Ask } from '../ask.ts'
import { openMember } from '../domains.ts'
import { insertEvent, insertFees, insertPromo, insertPromoter, insertTicketType } from '../factories.ts'
import { silentLog } from '../log.ts'
import { insertPaidOrder, newAddress } from '../people.ts'
import { insertLink } from '../sellers.ts'
import type { Sent } from './holes.ts'
import { TEST_ENCRYPTION_KEY } from '../encryption.ts'

export const CALLERS = ['anonymous', 'customer', 'door', 'sales', 'manager', 'owner'] as const
export type CallerName = (typeof CALLERS)[number]

export interface HostileStage {
  /** Asks, and says how long the answer took and how long nothing else could happen, in milliseconds. */
  ask: (call: { contract: Endpoint; sent: Sent; caller: CallerName }) => Promise<Timed>
  close: () => Promise<void>
}

export interface Timed {
  answer: Answer<unknown>
  tookMs: number
  heldUpMs: number
}

/** A promoter with one of each, and somebody of each role. Limits let everybody through: what is behind them is asked for. */
export async function openHostileStage(place: {
  db: Kysely<Database>
  address: ConnectionConfig
}): Promise<HostileStage> {
  const { db, address } = place
  // Before the context, which reads the hosts when it is made.
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
  const context: Context = { ...made, limits: { take: pass, giveBack: pass, clear: pass } }
  const members = await Promise.all(
    CALLERS.slice(1).map(async (name): Promise<[string, { accountId: string; bearer: string }]> => {
      const role = name === 'anonymous' || name === 'customer' ? 'nobody' : name
      return [name, await openMember(context, promoterId, role)]
    }),
  )
  const known = new Map(members)
  // Whatever password is sent is wrong: nobody deletes the account that they call with.
  await db.updateTable('accounts').set({ password_hash: nobodysHash() }).execute()
  const ids = await furnish(context, promoterId)
  const call = createAsk(context, 'aurora.localhost')
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  return {
    ask: async ({ contract, sent, caller }) => {
      const member = known.get(caller)
      const path = pathOf(contract, sent, { ...ids, staff: member?.accountId ?? '' })
      loop.reset()
      const start = performance.now()
      const answer = await send(call, { contract, path, sent, bearer: member?.bearer })
      const tookMs = performance.now() - start
      // What is over sooner than that has held nobody up for longer.
      if (tookMs < 50) return { answer, tookMs, heldUpMs: 0 }
      // What held everything up is only counted once it has let go.
      await new Promise((resolve) => setTimeout(resolve, 11))
      return { answer, tookMs, heldUpMs: Math.max(0, loop.max / 1e6 - 10) }
    },
    close: async () => {
      loop.disable()
      await made.close()
    },
  }
}

/** What there is, by the word before its id in a path. */
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
    templates: 'order_confirmed',
    fees: 'EUR',
  }
}

const NOBODYS = '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b'

/** A path's ids are those of what is there, unless it is one of them that something was put into. */
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

/** Asks once more where somebody else has changed it since: with the version that it has now. */
async function send(
  ask: Ask,
  call: { contract: Endpoint; path: string; sent: Sent; bearer: string | undefined },
): Promise<Answer<unknown>> {
  const { contract, path, sent, bearer } = call
  const say = (body: unknown): Promise<Answer<unknown>> =>
    ask(contract.method, path, {
      bearer,
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
