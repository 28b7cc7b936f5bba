import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

/** Locks the account's memberships and earnings, and the other owners of its promoters. */
export async function lockMembershipsAndEarnings(trx: Trx, accountId: string): Promise<void> {
  await execute(trx)`
    select from members m where m.account_id = ${accountId} or (m.role = 'owner' and exists (
      select from members own where own.account_id = ${accountId} and own.role = 'owner' and own.promoter_id = m.promoter_id
    ))
    order by m.promoter_id, m.account_id for update of m`
}

export async function listSolelyOwnedPromoters(db: Db, accountId: string): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(db)`
    select p.name from members m join promoters p on p.id = m.promoter_id
    where m.account_id = ${accountId} and m.role = 'owner' and not exists (
      select from members o where o.promoter_id = m.promoter_id and o.role = 'owner' and o.account_id <> m.account_id
    )
    order by p.name`
  return rows.map(({ name }) => name)
}

export function listPromotersWithEarnings(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string }[]> {
  return queryRows<{ id: string; name: string }>(db)`
    select p.id, p.name from promoters p
    where p.id in (select e.promoter_id from earnings e where e.member_id = ${accountId}) order by p.name`
}
