import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface PaymentDomainRow {
  host: string
  /** False when the host is no longer served, and must therefore be disabled at the provider. */
  isWanted: boolean
  status: 'pending' | 'registered' | 'failed' | 'disabled'
  problem: string
  inactiveWallets: string[]
  failures: number
  checkedAt: Date | null
}

const columns = sql`
  d.host, d.is_wanted as "isWanted", d.status, d.problem, d.inactive_wallets as "inactiveWallets", d.failures,
  d.checked_at as "checkedAt"`

/** Hosts that a payment provider can reach: no IP addresses or local names. */
const isPublic = sql`h.host ~ '^[a-z0-9_-]+(\\.[a-z0-9_-]+)*\\.[a-z][a-z0-9-]+$' and h.host !~ '(^|\\.)(localhost|local|test|invalid|internal)$'`

export async function listPublicHosts(db: Db, mainHosts: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ host: string }>(db)`
    select h.host from (${served(mainHosts)}) h (host) where ${isPublic} order by h.host`
  return rows.map(({ host }) => host)
}

const served = (mainHosts: readonly string[]) => sql`
  select host from hosts where verified_at is not null union select unnest(${mainHosts}::text[])`

/** Adds rows for new hosts and marks rows of removed hosts as unwanted. Changed rows are due at once. */
export async function planPaymentDomains(
  db: Db,
  plan: { list: string; mainHosts: readonly string[]; now: Date },
): Promise<void> {
  const { list, mainHosts, now } = plan
  const wanted = sql`
    select h.host from (${served(mainHosts)}) h (host) where ${isPublic}`
  await execute(db)`
    insert into payment_domains as d (list, host, due_at)
    select ${list}::text, w.host, ${now}::timestamptz from (${wanted}) w order by w.host
    on conflict (list, host) do update set is_wanted = true, status = 'pending', failures = 0, due_at = ${now}
    where not d.is_wanted`
  await execute(db)`
    update payment_domains set is_wanted = false, failures = 0, due_at = ${now}
    where list = ${list} and is_wanted and host not in (${wanted})`
}

/**
 * Returns due rows and postpones them to `againAt`, so that only one node processes each of them. If that node fails,
 * the row is due again then.
 */
export function claimDuePaymentDomains(
  db: Db,
  claim: { list: string; now: Date; againAt: Date; limit: number },
): Promise<PaymentDomainRow[]> {
  return queryRows<PaymentDomainRow>(db)`
    update payment_domains d set due_at = ${claim.againAt}
    where d.list = ${claim.list} and d.host in (
      select host from payment_domains where list = ${claim.list} and due_at <= ${claim.now}
      order by due_at limit ${claim.limit} for update skip locked
    )
    returning ${columns}`
}

/** Stores the provider's response, unless the host was added or removed since the row was taken. */
export async function storePaymentDomainResult(
  db: Db,
  list: string,
  answer: PaymentDomainRow & { dueAt: Date | null },
): Promise<void> {
  await execute(db)`
    update payment_domains set status = ${answer.status}, problem = ${answer.problem}, failures = ${answer.failures},
      inactive_wallets = ${answer.inactiveWallets}::text[], checked_at = ${answer.checkedAt}, due_at = ${answer.dueAt}
    where list = ${list} and host = ${answer.host} and is_wanted = ${answer.isWanted}`
}

export function findPaymentDomain(
  db: Db,
  find: { list: string; host: string },
): Promise<PaymentDomainRow | undefined> {
  return queryRow<PaymentDomainRow>(db)`
    select ${columns} from payment_domains d where d.list = ${find.list} and d.host = ${find.host}`
}

export function listPaymentDomains(
  db: Db,
  find: { list: string; limit: number },
): Promise<PaymentDomainRow[]> {
  return queryRows<PaymentDomainRow>(db)`
    select ${columns} from payment_domains d where d.list = ${find.list} and (d.is_wanted or d.status <> 'disabled')
    order by d.problem = '', d.host limit ${find.limit}`
}
