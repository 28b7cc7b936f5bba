import { sql } from 'kysely'
import type { PromoterSettings } from '#contracts/console/settings.ts'
import type { Db, Trx } from '#server/platform/db/query.ts'

export async function lockPromoter(trx: Trx, promoterId: string): Promise<void> {
  await sql`select from promoters where id = ${promoterId} for no key update`.execute(trx)
}

export async function findPromoterSettings(
  db: Db,
  promoterId: string,
): Promise<PromoterSettings | undefined> {
  const { rows } = await sql<PromoterSettings>`
    select name, country, currency, legal_name as "legalName", legal_address as "legalAddress", tax_id as "taxId",
      requires_second_factor as "requiresSecondFactor", order_link_days as "orderLinkDays",
      attaches_tickets as "attachesTickets", version
    from promoters where id = ${promoterId}`.execute(db)
  return rows[0]
}

export async function updatePromoterSettings(
  trx: Trx,
  promoterId: string,
  change: Omit<PromoterSettings, 'version'>,
): Promise<void> {
  await sql`
    update promoters set name = ${change.name}, country = ${change.country}, currency = ${change.currency}, legal_name = ${change.legalName}, legal_address = ${change.legalAddress}, tax_id = ${change.taxId},
      requires_second_factor = ${change.requiresSecondFactor}, order_link_days = ${change.orderLinkDays},
      attaches_tickets = ${change.attachesTickets}, version = version + 1
    where id = ${promoterId}`.execute(trx)
}
