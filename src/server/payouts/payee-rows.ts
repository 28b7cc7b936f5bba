import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Payee } from '../payments/provider.ts'

type Db = Kysely<Database>

/** A person's account at a payment provider. */
export interface PayeeRow {
  accountId: string
  provider: string
  payeeId: string
  status: Payee['status']
  missing: string[]
}

const columns = sql`account_id as "accountId", provider, payee_id as "payeeId", status, missing`

export async function findPayee(
  db: Db,
  find: { provider: string } & ({ accountId: string } | { payeeId: string }),
): Promise<PayeeRow | undefined> {
  const who = 'accountId' in find ? sql`account_id = ${find.accountId}` : sql`payee_id = ${find.payeeId}`
  const { rows } = await sql<PayeeRow>`
    select ${columns} from payee_accounts where provider = ${find.provider} and ${who}`.execute(db)
  return rows[0]
}

/** As the provider says it stands; one account each. */
export async function putPayee(
  db: Db,
  put: { accountId: string; provider: string; payee: Payee; now: Date },
): Promise<void> {
  const { payee } = put
  await sql`
    insert into payee_accounts (account_id, provider, payee_id, status, missing, created_at, updated_at)
    values (${put.accountId}, ${put.provider}, ${payee.id}, ${payee.status}, ${JSON.stringify(payee.missing)}::jsonb, ${put.now},
      ${put.now})
    on conflict (account_id, provider) do update set status = excluded.status, missing = excluded.missing,
      updated_at = excluded.updated_at
    where payee_accounts.payee_id = excluded.payee_id`.execute(db)
}

/** What is moved to and from an account at the provider is planned one after the other. */
export async function lockPayee(
  trx: Transaction<Database>,
  find: { provider: string; payeeId: string },
): Promise<void> {
  await sql`
    select from payee_accounts where provider = ${find.provider} and payee_id = ${find.payeeId} for update`.execute(
    trx,
  )
}

/** Where the person most likely lives: the country that most of the promoter's events are in, by its English name. */
export async function findUsualCountry(db: Db, promoterId: string): Promise<string | undefined> {
  const { rows } = await sql<{ country: string }>`
    select country from events where promoter_id = ${promoterId} group by country order by count(*) desc, country limit 1`.execute(
    db,
  )
  return rows[0]?.country
}
