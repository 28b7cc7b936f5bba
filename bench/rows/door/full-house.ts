import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { personOf } from '#server/demo/people.ts'
import { newOrderNumber, newTicketCode } from '#server/sales/tickets/codes.ts'
import { signTickets } from '#server/sales/tickets/sign-tickets.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { environmentOf, type Bench } from '../../support/bench.ts'
import { openContext } from '../../support/context.ts'
import { putOnSale, sellSetBased } from '../../support/stock.ts'

export const TICKETS = 50_000

/** An event with 50,000 tickets sold, and a manager who pairs devices for it. */
export interface FullHouse {
  eventId: string
  ticketIds: string[]
  /** Name of a ticket's holder. */
  someHolder: string
  ask: <Data>(method: string, path: string, request?: Asking) => Promise<Data>
  /** Returns the code for a new device. */
  createPairing: (name: string) => Promise<{ id: string; code: string }>
  /** Pairs a device, and returns its token. */
  pair: (name: string) => Promise<string>
  /** Codes to type. */
  codesOf: (ticketIds: readonly string[]) => Promise<string[]>
  /** Contents of QR codes. */
  tokensOf: (ticketIds: readonly string[]) => Promise<string[]>
}

interface Asking {
  bearer?: string
  body?: unknown
}

let filled: Promise<FullHouse> | undefined

/** The same event for all rows of the door. */
export const fullHouse = (bench: Bench): Promise<FullHouse> => (filled ??= fill(bench))

async function fill(bench: Bench): Promise<FullHouse> {
  const ticketTypeId = await putOnSale(bench.db)
  await sellSetBased(bench.db, ticketTypeId, TICKETS)
  const tickets = await bench.db
    .selectFrom('tickets')
    .select(['id', 'event_id', 'order_id'])
    .where('ticket_type_id', '=', ticketTypeId)
    .execute()
  const ticketIds = tickets.map(({ id }) => id)
  const holders = ticketIds.map(holderOf)
  await describeTickets(bench, tickets, holders)
  const ask = asker(bench)
  const bearer = await signInOwner(bench)
  const eventId = tickets[0]?.event_id ?? ''
  const askAsManager: FullHouse['ask'] = (method, path, request) => ask(method, path, { bearer, ...request })
  const createPairing: FullHouse['createPairing'] = async (name) => {
    const body = { name, eventIds: [eventId], gateIds: [], rights: ['search', 'undo'] }
    const made = await askAsManager<{ pairing: { id: string }; code: { code: string } }>(
      'POST',
      '/api/promoter/door-pairings',
      { body },
    )
    return { id: made.pairing.id, code: made.code.code }
  }
  return {
    eventId,
    ticketIds,
    someHolder: holders[TICKETS / 2] ?? '',
    ask: askAsManager,
    createPairing,
    pair: async (name) => {
      const { code } = await createPairing(name)
      return (await ask<{ token: string }>('POST', '/api/door/pair', { body: { code } })).token
    },
    codesOf: async (ids) => {
      const rows = await bench.db.selectFrom('tickets').select('code').where('id', 'in', ids).execute()
      return rows.map(({ code }) => code)
    },
    tokensOf: (ids) => signedTokens(bench, ids),
  }
}

const COUNTRIES = ['Germany', 'Japan', 'United States']
const PEOPLE = 600
const DOUBLE_NAMES = 0.3

function holderOf(id: string): string {
  const chance = seededRandom(id)
  const someone = () => personOf(chance.pick(COUNTRIES), Math.floor(chance.next() * PEOPLE))
  const lastName = someone().lastName
  return `${someone().firstName} ${lastName}${chance.happens(DOUBLE_NAMES) ? `-${someone().lastName}` : ''}`
}

/** Within the time limit of statements. */
const PART = 2500

/** Codes, order numbers and names as real ones: their length and variety decide the size. */
async function describeTickets(
  { db }: Bench,
  tickets: readonly { id: string; order_id: string }[],
  holders: readonly string[],
): Promise<void> {
  const orderIds = [...new Set(tickets.map(({ order_id: id }) => id))]
  for (let at = 0; at < tickets.length; at += PART) {
    const ids = tickets.slice(at, at + PART).map(({ id }) => id)
    await sql`
      update tickets t set code = v.code, holder = v.holder
      from unnest(${ids}::uuid[], ${ids.map(newTicketCode)}::text[], ${holders.slice(at, at + PART)}::text[]) v (id, code, holder)
      where t.id = v.id`.execute(db)
  }
  for (let at = 0; at < orderIds.length; at += PART) {
    const ids = orderIds.slice(at, at + PART)
    await sql`
      update orders o set number = v.number
      from unnest(${ids}::uuid[], ${ids.map(newOrderNumber)}::text[]) v (id, number) where o.id = v.id`.execute(
      db,
    )
  }
  await sql`analyze tickets, orders`.execute(db)
}

/** A session of the demo's owner, whose password works on no production install. */
const signInOwner = (bench: Bench): Promise<string> =>
  withContext(bench, async (context) => {
    const { id } = await bench.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'owner@aurora.example')
      .executeTakeFirstOrThrow()
    return insertSession(context, id, HOST)
  })

async function withContext<Data>(bench: Bench, work: (context: Context) => Promise<Data>): Promise<Data> {
  const { context, close } = await openContext(environmentOf(bench.address))
  try {
    return await work(context)
  } finally {
    await close()
  }
}

const HOST = 'localhost'

const asker =
  ({ foyer }: Bench) =>
  async <Data>(method: string, path: string, { bearer, body }: Asking = {}): Promise<Data> => {
    const response = await fetch(`http://${HOST}:${foyer.port}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: { success: boolean; data: Data } = await response.json()
    if (!answer.success) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }

const signedTokens = (bench: Bench, ids: readonly string[]): Promise<string[]> =>
  withContext(bench, async (context) => {
    const rows = await bench.db.selectFrom('tickets').selectAll().where('id', 'in', ids).execute()
    const tickets = rows.map(({ id, code, holder, generation, ...row }) => ({
      id,
      code,
      holder,
      generation,
      status: 'valid' as const,
      isReturned: false,
      passedOnTo: null,
      codeMode: 'open' as const,
      codeAppearsAtSeconds: 0,
      eventId: row.event_id,
      ticketTypeId: row.ticket_type_id,
      issuedAtSeconds: Math.floor(row.created_at.getTime() / 1000),
    }))
    const signed = await signTickets(context, rows[0]?.promoter_id ?? '', tickets)
    return signed.map(({ token }) => token)
  })
