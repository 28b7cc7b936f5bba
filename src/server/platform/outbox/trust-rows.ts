import { execute, queryRow, type Db } from '#server/platform/db/query.ts'

const TRUST_DAYS_MS = 90 * 86_400_000

/**
 * Returns the facts that determine a promoter's email limits. `paidOrders`: number of orders paid through Foyer in
 * the last 90 days, at most 2,000.
 */
export async function findPromoterTrust(
  db: Db,
  promoterId: string,
  now: number,
): Promise<{ isTrusted: boolean; paidOrders: number }> {
  const row = await queryRow<{ isTrusted: boolean; paidOrders: number }>(db)`
    select p.trusted_at is not null as "isTrusted", (
      select count(*)::int from (
        select from orders o
        where o.promoter_id = p.id and o.paid_at > ${new Date(now - TRUST_DAYS_MS)} and o.total_cents > o.voucher_cents
          and o.taken_outside is null
        limit 2000
      ) paid
    ) as "paidOrders"
    from promoters p where p.id = ${promoterId}`
  return row ?? { isTrusted: false, paidOrders: 0 }
}

/** Returns the hosts that a promoter's texts may link to. Undefined when links to any host are allowed. */
export async function listLinkHosts(db: Db, promoterId: string): Promise<ReadonlySet<string> | undefined> {
  const row = await queryRow<{ isTrusted: boolean; hosts: string[] }>(db)`
    select p.trusted_at is not null as "isTrusted",
      array(select h.host from hosts h where h.promoter_id = p.id and h.verified_at is not null) as hosts
    from promoters p where p.id = ${promoterId}`
  return row?.isTrusted ? undefined : new Set(row?.hosts)
}

export async function setPromoterTrusted(db: Db, slug: string, at: Date | null): Promise<number> {
  return execute(db)`update promoters set trusted_at = ${at} where slug = ${slug}`
}
