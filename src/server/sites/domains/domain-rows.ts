import { domainStatus, domainStatusesBefore, type DomainStatus } from '#model/sites/domains.ts'
import { execute, type Db } from '#server/platform/db/query.ts'

/** A domain that a promoter has added, verified or not. */
export interface DomainClaim {
  id: string
  promoterId: string
  host: string
  token: string
  status: DomainStatus
  isCanonical: boolean
  createdAt: Date
  verifiedAt: Date | null
  checkedAt: Date | null
  failingSince: Date | null
}

const COLUMNS = [
  'id',
  'promoter_id as promoterId',
  'host',
  'token',
  'status',
  'is_canonical as isCanonical',
  'created_at as createdAt',
  'verified_at as verifiedAt',
  'checked_at as checkedAt',
  'failing_since as failingSince',
] as const

const toClaim = (row: Omit<DomainClaim, 'status'> & { status: string }): DomainClaim => ({
  ...row,
  status: domainStatus.parse(row.status),
})

export async function listDomainClaims(db: Db, promoterId: string): Promise<DomainClaim[]> {
  const rows = await db
    .selectFrom('domains')
    .select(COLUMNS)
    .where('promoter_id', '=', promoterId)
    .orderBy('created_at')
    .orderBy('host')
    .execute()
  return rows.map(toClaim)
}

export async function findDomainClaim(
  db: Db,
  { promoterId, id }: { promoterId: string; id: string },
): Promise<DomainClaim | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(COLUMNS)
    .where('promoter_id', '=', promoterId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toClaim(row)
}

/** Returns a promoter's domains. Locks the promoter's site instead of each domain's row. */
export async function lockDomainClaims(db: Db, promoterId: string): Promise<DomainClaim[]> {
  await db
    .selectFrom('sites')
    .select('promoter_id')
    .where('promoter_id', '=', promoterId)
    .forNoKeyUpdate()
    .execute()
  return listDomainClaims(db, promoterId)
}

/** Returns the id of the promoter whose site is served on the host. */
export async function findHostOwner(db: Db, host: string): Promise<string | undefined> {
  const row = await db.selectFrom('hosts').select('promoter_id').where('host', '=', host).executeTakeFirst()
  return row?.promoter_id
}

export const insertDomainClaim = (
  db: Db,
  claim: { promoterId: string; host: string; token: string; now: Date },
): Promise<unknown> =>
  db
    .insertInto('domains')
    .values({ promoter_id: claim.promoterId, host: claim.host, token: claim.token, created_at: claim.now })
    .onConflict((conflict) => conflict.columns(['promoter_id', 'host']).doNothing())
    .execute()

export const deleteDomainClaim = (db: Db, { id }: DomainClaim): Promise<unknown> =>
  db.deleteFrom('domains').where('id', '=', id).execute()

/**
 * Stores the result of a check. `checkDueAt` is set while the domain resolves. Throws when the state change isn't
 * allowed.
 */
export async function updateDomainClaim(
  db: Db,
  { id }: DomainClaim,
  change: Pick<DomainClaim, 'status' | 'checkedAt' | 'failingSince'> & {
    verifiedAt?: Date | null
    checkDueAt: Date | null
  },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({
      status: change.status,
      verified_at: change.verifiedAt,
      checked_at: change.checkedAt,
      failing_since: change.failingSince,
      check_due_at: change.checkDueAt,
    })
    .where('id', '=', id)
    .where('status', 'in', domainStatusesBefore(change.status))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`A claim can't become ${change.status}.`)
}

/**
 * Makes the host resolve to the promoter's site. Returns false when the host resolves to another promoter. Concurrent
 * calls wait for each other. A host that already resolves to this promoter is assigned to this claim.
 */
export async function putHost(db: Db, claim: DomainClaim, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hosts')
    .values({ host: claim.host, promoter_id: claim.promoterId, domain_id: claim.id, verified_at: now })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet((excluded) => ({ domain_id: excluded.ref('excluded.domain_id'), verified_at: now }))
        .whereRef('hosts.promoter_id', '=', 'excluded.promoter_id'),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteHost = (db: Db, { id }: DomainClaim): Promise<unknown> =>
  db.deleteFrom('hosts').where('domain_id', '=', id).execute()

/** Makes a domain the promoter's only canonical one. Without a claim, no domain is canonical. */
export async function setCanonicalDomain(
  db: Db,
  promoterId: string,
  claim: DomainClaim | undefined,
): Promise<void> {
  const chosen = claim?.id ?? null
  // Cleared first, because only one domain can be canonical at any time.
  await execute(
    db,
  )`update domains set is_canonical = false where promoter_id = ${promoterId} and is_canonical and id is distinct from ${chosen}`
  await execute(
    db,
  )`update hosts set is_canonical = false where promoter_id = ${promoterId} and is_canonical and domain_id is distinct from ${chosen}`
  if (!chosen) return
  await execute(db)`update domains set is_canonical = true where id = ${chosen}`
  await execute(db)`update hosts set is_canonical = true where domain_id = ${chosen}`
}

/**
 * Returns the claims that are due for a check, and postpones them to `againAt`, so that only one node checks each of
 * them. If that node fails, the check is due again then.
 */
export async function claimDomainsToCheck(
  db: Db,
  claim: { now: Date; againAt: Date; limit: number },
): Promise<DomainClaim[]> {
  const rows = await db
    .updateTable('domains')
    .set({ check_due_at: claim.againAt })
    .where('id', 'in', (due) =>
      due
        .selectFrom('domains')
        .select('id')
        .where('check_due_at', '<=', claim.now)
        .orderBy('check_due_at')
        .limit(claim.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(COLUMNS)
    .execute()
  return rows.map(toClaim)
}

/** Returns a domain that still resolves although its checks fail. */
export async function findFailingDomain(
  db: Db,
  id: string,
): Promise<{ host: string; token: string; failingSince: Date } | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(['host', 'token', 'failing_since as failingSince'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.failingSince ? { ...row, failingSince: row.failingSince } : undefined
}
