import { queryRows, type Db } from '#server/platform/db/query.ts'

/**
 * Returns names of the promoter's objects and of current or former members. Deleted ids and those of other promoters
 * are missing.
 */
export async function listObjectNames(
  db: Db,
  { promoterId, ids }: { promoterId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: string; name: string }>(db)`
    select named.id, named.name from (
      select id, title as name, promoter_id from events
      union all select id, name, promoter_id from ticket_types
      union all select id, name, promoter_id from capacity_pools
      union all select id, name, promoter_id from tracking_links
      union all select id, name, promoter_id from tax_rates
      union all select id, name, promoter_id from promo_batches
      union all select id, name, promoter_id from api_keys
      union all select id, code, promoter_id from promo_codes
      union all select id, '…' || code_end, promoter_id from vouchers
      union all select id, number, promoter_id from orders
      union all select id, code, promoter_id from tickets
      union all select id, url, promoter_id from webhook_endpoints
      union all select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email), m.promoter_id
        from accounts a join (
          select promoter_id, account_id from members union select promoter_id, account_id from former_members
        ) m on m.account_id = a.id
    ) named
    where named.promoter_id = ${promoterId} and named.id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
