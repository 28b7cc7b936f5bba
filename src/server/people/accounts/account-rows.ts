import type { Customer } from '#model/people/accounts.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { staffClaims } from '#server/people/sessions/authenticate.ts'
import { findMemberships } from './membership-rows.ts'

/** True for demo accounts, whose passwords are public. */
export function isDemoAccount(db: Db, accountId: string): Promise<boolean> {
  return hasRow(db)`select from demo_accounts where account_id = ${accountId}`
}

/**
 * True when an operator has locked the account. To rely on the result, hold at least a shared lock of the account's
 * row.
 */
export function isAccountLocked(db: Db, accountId: string): Promise<boolean> {
  return hasRow(db)`select from account_locks where account_id = ${accountId}`
}

/**
 * Returns an account as a customer (specification §3). Permissions depend on whether the session has a second factor.
 */
export async function findCustomer(
  db: Db,
  find: { id: string; hasSecondFactor: boolean },
): Promise<Customer | undefined> {
  return (await findCustomerWithRoles(db, find))?.customer
}

/** Returns the customer with the member roles for the access token (specification §6). */
export async function findCustomerWithRoles(
  db: Db,
  { id, hasSecondFactor }: { id: string; hasSecondFactor: boolean },
): Promise<{ customer: Customer; roles: string[] } | undefined> {
  const [row, memberships] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'email', 'email_verified_at', 'first_name', 'last_name', 'phone', 'avatar_url'])
      .select(['created_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
    findMemberships(db, id),
  ])
  if (!row) return undefined
  const { isStaff, roles, permissions, needsSecondFactor } = staffClaims(memberships, hasSecondFactor)
  const customer = {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    isEmailVerified: row.email_verified_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settings: { avatarUrl: row.avatar_url },
    staff: { isStaff, permissions, ...(needsSecondFactor ? { needsSecondFactor } : {}) },
  }
  return { customer, roles }
}

export interface AccountRow {
  id: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string
  firstName: string
  lastName: string
}

const columns = [
  'id',
  'email',
  'email_verified_at as emailVerifiedAt',
  'password_hash as passwordHash',
  'first_name as firstName',
  'last_name as lastName',
] as const

export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirst()

export function findRegistration(
  db: Db,
  id: string,
): Promise<{ firstName: string; registeredAt: Date; userAgent: string | null } | undefined> {
  return queryRow<{ firstName: string; registeredAt: Date; userAgent: string | null }>(db)`
    select a.first_name as "firstName", a.created_at as "registeredAt", (
      select s.user_agent from sessions s where s.account_id = a.id order by s.created_at limit 1) as "userAgent"
    from accounts a where a.id = ${id}`
}

export type SignInAccount = AccountRow & { isLocked: boolean }

/**
 * Returns the accounts that can sign in with an address: first the one that has verified it, then the newest
 * unverified one.
 */
export function listSignInAccounts(db: Db, email: string): Promise<SignInAccount[]> {
  return queryRows<SignInAccount>(db)`
    select a.*, exists (select from account_locks l where l.account_id = a.id) as "isLocked" from (
      (select id, email, email_verified_at as "emailVerifiedAt", password_hash as "passwordHash", first_name as "firstName",
        last_name as "lastName" from accounts where email = ${email} and email_verified_at is not null)
      union all
      (select id, email, email_verified_at, password_hash, first_name, last_name from accounts
        where email = ${email} and email_verified_at is null order by created_at desc limit 1)
    ) a order by "emailVerifiedAt" nulls last`
}

export async function insertAccount(
  trx: Trx,
  account: {
    email: string
    passwordHash: string
    firstName: string
    lastName: string
    phone: string
    now: Date
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('accounts')
    .values({
      email: account.email,
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone,
      created_at: account.now,
      updated_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const lockAccounts = (
  trx: Trx,
  lock: { id: string; emails: readonly string[] },
): Promise<AccountRow[]> =>
  trx
    .selectFrom('accounts')
    .select(columns)
    .where((where) => where.or([where('id', '=', lock.id), where('email', 'in', lock.emails)]))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Takes a shared lock of the account's row, so that the account isn't changed or deleted. */
export const lockAccountShared = (trx: Trx, id: string): Promise<AccountRow | undefined> =>
  trx.selectFrom('accounts').select(columns).where('id', '=', id).forShare().executeTakeFirst()

export const lockAccount = (trx: Trx, id: string): Promise<AccountRow | undefined> =>
  trx.selectFrom('accounts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Marks the address as verified by this account, and deletes unverified accounts with the same address. */
export async function setVerifiedEmail(
  trx: Trx,
  change: { id: string; email: string; now: Date },
): Promise<void> {
  await trx
    .deleteFrom('accounts')
    .where('email', '=', change.email)
    .where('email_verified_at', 'is', null)
    .where('id', '<>', change.id)
    .execute()
  await trx
    .updateTable('accounts')
    .set({ email: change.email, email_verified_at: change.now, updated_at: change.now })
    .where('id', '=', change.id)
    .execute()
}

export async function updatePasswordHash(
  db: Db,
  change: { id: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: change.to, updated_at: change.now })
    .where('id', '=', change.id)
    .where('password_hash', '=', change.from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateProfileFields(
  db: Db,
  change: { id: string; firstName: string; lastName: string; phone: string; now: Date },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      first_name: change.firstName,
      last_name: change.lastName,
      phone: change.phone,
      updated_at: change.now,
    })
    .where('id', '=', change.id)
    .execute()
}

export async function deleteAccountRow(trx: Trx, id: string): Promise<string> {
  const row = await trx.deleteFrom('accounts').where('id', '=', id).returning('avatar_url').executeTakeFirst()
  return row?.avatar_url ?? ''
}

/** Deletes old unverified accounts, except members' accounts, because members were invited. */
export async function deleteUnverifiedAccounts(
  db: Db,
  filter: { before: Date; limit: number },
): Promise<void> {
  await execute(db)`
    delete from accounts where id in (
      select a.id from accounts a
      where a.email_verified_at is null and a.created_at < ${filter.before}
        and not exists (select from members m where m.account_id = a.id)
      order by a.created_at limit ${filter.limit} for update skip locked
    )`
}
