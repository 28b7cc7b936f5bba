import { randomUUID } from 'node:crypto'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import type { Context } from '#server/context.ts'
import { listLinkStats } from '#server/sales/tracking-links/link-stats-rows.ts'
import { createAsk, type Ask } from './ask.ts'
import type { FakeClock } from './clock.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from './factories.ts'
import { FIREFOX, insertLink } from './links.ts'
import { insertMember } from './people.ts'
import { PlainBook, type PlainDevice, type PlainLink, type PlainSums } from './visit-rules.ts'

/** Two promoters with storefronts, three sellers and six links. */
export interface VisitStage {
  context: Context
  clock: FakeClock
  ask: Ask
  book: PlainBook
  /** Free and paid ticket type by promoter. */
  tickets: Readonly<Record<string, { free: string; paid: string }>>
  /** Refresh tokens of members by name and host. */
  sessions: ReadonlyMap<string, string>
  /** Returns a fresh access token of the promoter's owner. */
  ownerToken: (host: string) => Promise<string>
  sums: (link: PlainLink) => Promise<PlainSums>
}

export const SITES = {
  aurora: 'aurora.localhost',
  brickworks: 'brickworks.localhost',
  main: 'localhost',
} as const
export const MEMBERS = ['ada', 'bob', 'cleo'] as const
export const emailOf = (name: string): string => `${name}@visits.example`

const CODES = [
  ['ada-a', 'aurora', 'ada'],
  ['bob-a', 'aurora', 'bob'],
  ['left-a', 'aurora', undefined],
  ['cleo-b', 'brickworks', 'cleo'],
  ['ada-b', 'brickworks', 'ada'],
] as const

const AGENTS = [
  { userAgent: FIREFOX, isRobot: false },
  { userAgent: FIREFOX.replace('Linux', 'Windows'), isRobot: false },
  { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)', isRobot: true },
]
export const DEVICES: readonly PlainDevice[] = ['10.7.0.1', '10.7.0.2', '2001:db8::7'].flatMap((address) =>
  AGENTS.map((agent) => ({ address, ...agent })),
)

/** Fills an empty database. Sales last for thousands of years, because the clock moves far. */
export async function setVisitStage(made: Context, clock: FakeClock): Promise<VisitStage> {
  const context = withoutMailLimits(made)
  const { db } = context
  await insertFees(db, {})
  const promoters = new Map<string, string>()
  const tickets: Record<string, { free: string; paid: string }> = {}
  for (const name of ['aurora', 'brickworks']) {
    const promoterId = await insertPromoter(db, name)
    const eventId = await insertEvent(db, {
      promoterId,
      startsAt: new Date('5000-01-01T20:00:00Z'),
      attendeeNames: 'none',
    })
    const stock = { promoterId, eventId, capacity: 1_000_000 }
    tickets[name] = {
      free: await insertTicketType(db, { ...stock, priceCents: 0 }),
      paid: await insertTicketType(db, { ...stock, priceCents: 1000 }),
    }
    promoters.set(name, promoterId)
  }
  await context.sites.reload()
  const sessions = new Map<string, string>()
  const accounts = new Map<string, string>()
  for (const name of MEMBERS) {
    const accountId = await insertMemberAccount(context, name)
    accounts.set(name, accountId)
    for (const host of Object.values(SITES))
      sessions.set(`${name} ${host}`, (await insertLongSession(context, accountId, host)).refresh)
  }
  const ownerId = await insertMemberAccount(context, 'owner')
  const ownerSessions = new Map<string, string>()
  for (const host of Object.values(SITES))
    ownerSessions.set(host, (await insertLongSession(context, ownerId, host)).sessionId)
  for (const promoterId of promoters.values())
    await insertMember(db, { promoterId, accountId: ownerId, role: 'owner' })
  const links: PlainLink[] = []
  for (const [code, promoter, member] of CODES) {
    const promoterId = promoters.get(promoter) ?? ''
    const id = await insertLink(db, { promoterId, memberId: (member && accounts.get(member)) ?? null, code })
    links.push({ id, code, promoter, member, isActive: true })
  }
  return {
    context,
    clock,
    ask: createAsk(context, SITES.main),
    book: new PlainBook(links),
    tickets,
    sessions,
    ownerToken: (host) =>
      context.tokens.sign({
        sub: ownerId,
        sid: ownerSessions.get(host) ?? '',
        isStaff: true,
        roles: ['customer', 'staff', 'owner'],
        permissions: [],
      }),
    sums: async ({ id }) => {
      const [row] = await listLinkStats(db, [id])
      const { clicks = 0, holds = 0, orders = 0, tickets: sold = 0, refundedTickets = 0 } = row ?? {}
      return { clicks, holds, orders, tickets: sold, refundedTickets }
    },
  }
}

/** Disables limits of free orders per address, because the simulation uses few addresses. */
const withoutMailLimits = (context: Context): Context => ({
  ...context,
  limits: {
    ...context.limits,
    consume: async (limit, key, points) =>
      limit.name === 'order_mail_address' ? undefined : context.limits.consume(limit, key, points),
  },
})

async function insertMemberAccount({ db }: Context, name: string): Promise<string> {
  const now = new Date('2026-01-01T00:00:00Z')
  const account = { id: randomUUID(), email: emailOf(name), email_verified_at: now, password_hash: '' }
  await db
    .insertInto('accounts')
    .values({
      ...account,
      first_name: name,
      last_name: 'Seller',
      phone: '',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return account.id
}

/** A session that doesn't expire during the simulation. */
async function insertLongSession({ db }: Context, accountId: string, host: string) {
  const now = new Date('2026-01-01T00:00:00Z')
  const session = {
    id: randomUUID(),
    account_id: accountId,
    host,
    user_agent: '',
    created_at: now,
    last_used_at: now,
  }
  await db
    .insertInto('sessions')
    .values({ ...session, has_second_factor: false, expires_at: new Date('5000-01-01T00:00:00Z') })
    .execute()
  const refresh = randomToken()
  await db
    .insertInto('refresh_tokens')
    .values({ session_id: session.id, token_hash: hashToken(refresh), created_at: now })
    .execute()
  return { sessionId: session.id, refresh }
}
