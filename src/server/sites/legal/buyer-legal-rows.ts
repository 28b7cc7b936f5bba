import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  BUYER_LEGAL_KINDS,
  legalTextsForBuyers,
  type LegalTextVersion,
} from '#model/sites/buyer-legal-texts.ts'
import type { Database } from '#server/platform/db/tables.ts'

/** A legal text in force, shown at checkout. */
export interface BuyerLegalRow extends LegalTextVersion {
  id: string
}

/** Lists the texts shown to the promoter's buyers, in the order of the acceptance sentence. */
export async function listBuyerLegalRows(
  db: Kysely<Database>,
  promoterId: string | RawBuilder<string>,
): Promise<BuyerLegalRow[]> {
  const { rows } = await sql<BuyerLegalRow & { isWritten: boolean }>`
    select distinct on (promoter_id, kind) id, kind, promoter_id as "promoterId", version, text is not null as "isWritten"
    from legal_texts
    where (promoter_id = ${promoterId} or promoter_id is null) and kind = any(${BUYER_LEGAL_KINDS})
    order by promoter_id, kind, version desc`.execute(db)
  return legalTextsForBuyers(rows.filter(({ isWritten }) => isWritten))
}
