import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface PromoterWithBalanceRow {
  id: string
  name: string
  isHeld: boolean
}

export function listPromotersWithBalance(
  db: Db,
  { after, limit }: { after: { name: string; id: string } | undefined; limit: number },
): Promise<PromoterWithBalanceRow[]> {
  return queryRows<PromoterWithBalanceRow>(db)`
    select p.id, p.name,
      exists (select from settlement_settings s where s.promoter_id = p.id and s.is_held) as "isHeld"
    from promoters p
    where exists (select from ledger_entries e where e.promoter_id = p.id and e.account in ('promoter', 'taxes'))
      ${after ? sql`and (p.name, p.id) > (${after.name}, ${after.id}::uuid)` : sql``}
    order by p.name, p.id limit ${limit}`
}
