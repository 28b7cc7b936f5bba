import { sql, type Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'

/** What the reads of the growth bench are about, in one database. */
export interface Subjects {
  /** Events on sale of several promoters. */
  events: { host: string; slug: string }[]
  ticketTypes: { host: string; id: string }[]
  /** Paid orders. */
  orders: { host: string; id: string }[]
  /** Words of a coming event's title; `misspelt` is in no event. */
  word: string
  twoWords: string
  misspelt: string
  city: string
  currency: string
  category: string
  /** Of the second page of the list of events. */
  cursor: string
  /** Tokens of a customer with orders and of an operator. */
  customer: string
  operator: string
  /** Address of the customer. */
  email: string
  /** The promoter with the most orders, its owner's token, and one of its sold events. */
  promoter: { host: string; bearer: string; eventId: string; lastName: string }
}

const OPERATOR = 'operator@bench.example'

export async function findSubjects(context: Context, origin: string): Promise<Subjects> {
  // Jobs may read for a minute.
  const { jobs: db } = context
  const events = await findEvents(db)
  const [first] = events
  if (!first) throw new Error('No event is on sale.')
  const words = first.title.split(/\s+/).filter((word) => /^\p{L}{5,}$/u.test(word))
  const [word = ''] = words
  const customer = await findCustomer(db)
  const operatorId = await findAccount(db, OPERATOR)
  return {
    events,
    ticketTypes: await findTicketTypes(db),
    orders: await findOrders(db),
    word,
    twoWords: words.slice(0, 2).join(' '),
    misspelt: `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`,
    city: first.city,
    currency: first.currency,
    category: first.category ?? 'music',
    cursor: await readCursor(origin),
    customer: await insertSession(context, customer.id, 'localhost'),
    email: customer.email,
    operator: await openStrongSession(
      context,
      operatorId ?? (await insertOperatorAccount(context, OPERATOR)),
    ),
    promoter: await findPromoter(context),
  }
}

async function findAccount(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id
}

async function readCursor(origin: string): Promise<string> {
  const response = await fetch(new URL('/api/public/events', origin))
  const { data } = await response.json()
  return data.nextCursor ?? ''
}

interface SoldEvent {
  host: string
  slug: string
  title: string
  city: string
  currency: string
  category: string | null
}

const hostOf = (promoter: string) =>
  sql`(select host from hosts h where h.promoter_id = ${sql.ref(promoter)} order by h.host limit 1)`

async function findEvents(db: Kysely<Database>): Promise<SoldEvent[]> {
  const { rows } = await sql<SoldEvent>`
    select ${hostOf('e.promoter_id')} as host, e.slug, e.title, e.city, e.currency, e.category from events e
    where e.status = 'published' and e.visibility = 'public' and e.ends_at > now()
      and e.title ~ '[[:alpha:]]{5,} .*[[:alpha:]]{5,}'
    order by md5(e.slug) limit 200`.execute(db)
  return rows
}

async function findTicketTypes(db: Kysely<Database>): Promise<{ host: string; id: string }[]> {
  const { rows } = await sql<{ host: string; id: string }>`
    select ${hostOf('t.promoter_id')} as host, t.id from ticket_types t join inventory i on i.ticket_type_id = t.id
      join events e on e.id = t.event_id
    where e.status = 'published' and e.visibility = 'public' and e.ends_at > now() and not e.holds_need_account and e.access_code = ''
      and t.active and not t.is_hidden and t.follows_id is null and i.held + i.sold + 100 < i.capacity and i.pool_id is null
      and coalesce(t.sale_starts_at, now()) <= now() and coalesce(t.sale_ends_at, e.starts_at) > now()
    order by md5(t.id::text) limit 200`.execute(db)
  return rows
}

async function findOrders(db: Kysely<Database>): Promise<{ host: string; id: string }[]> {
  const { rows } = await sql<{ host: string; id: string }>`
    select ${hostOf('o.promoter_id')} as host, coalesce(o.link_id, o.id) as id
    from (select id from events where status = 'published' and ends_at > now() order by md5(slug) limit 500) e
    cross join lateral (
      select o.* from order_items i join orders o on o.id = i.order_id where i.event_id = e.id and o.status = 'paid' limit 1) o
    limit 100`.execute(db)
  return rows
}

/** The customer with the most orders up to 20, a page of them. */
async function findCustomer(db: Kysely<Database>): Promise<{ id: string; email: string }> {
  const { rows } = await sql<{ id: string; email: string }>`
    select a.id, a.email from (select email, count(*) from orders where paid_at is not null group by 1 having count(*) <= 20) o
      join accounts a using (email) where a.email_verified_at is not null
    order by o.count desc limit 1`.execute(db)
  if (!rows[0]) throw new Error('No customer has orders.')
  return rows[0]
}

async function findPromoter(context: Context): Promise<Subjects['promoter']> {
  const { rows } = await sql<{ host: string; accountId: string; eventId: string; lastName: string }>`
    select ${hostOf('most.promoter_id')} as host, m.account_id as "accountId", i.event_id as "eventId", o.last_name as "lastName"
    from (select promoter_id from orders group by 1 order by count(*) desc limit 1) most
      join members m on m.promoter_id = most.promoter_id and m.role = 'owner'
      cross join lateral (
        select id, last_name from orders o where o.promoter_id = most.promoter_id and o.status = 'paid' order by created_at desc limit 1) o
      join order_items i on i.order_id = o.id
    limit 1`.execute(context.jobs)
  const [found] = rows
  if (!found) throw new Error('No promoter has orders.')
  const { host, accountId, eventId, lastName } = found
  return {
    host,
    eventId,
    lastName: encodeURIComponent(lastName),
    bearer: await insertSession(context, accountId, host),
  }
}
