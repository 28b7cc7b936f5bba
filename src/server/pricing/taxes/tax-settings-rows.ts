import { sql } from 'kysely'
import type { TaxedTicketType, TaxSettings } from '#contracts/console/pricing/taxes.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface TaxRateRow {
  id: string
  name: string
  rateMillionths: number
  version: number
}

const rateColumns = sql`r.id, r.name, r.rate_millionths as "rateMillionths", r.version`

export function listTaxRateRows(db: Db, promoterId: string): Promise<TaxRateRow[]> {
  return queryRows<TaxRateRow>(db)`
    select ${rateColumns} from tax_rates r where r.promoter_id = ${promoterId}
    order by r.name, r.rate_millionths`
}

export function lockTaxRate(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<TaxRateRow | undefined> {
  return queryRow<TaxRateRow>(trx)`
    select ${rateColumns} from tax_rates r where r.id = ${find.id} and r.promoter_id = ${find.promoterId}
    for update`
}

/** Locks tax rates, so that they aren't deleted before the transaction ends. False when one of them doesn't exist. */
export async function lockTaxRates(
  trx: Trx,
  { promoterId, ids }: { promoterId: string; ids: readonly string[] },
): Promise<boolean> {
  const rows = await queryRows(trx)`
    select from tax_rates where promoter_id = ${promoterId} and id = any(${ids}::uuid[])
    order by id for key share`
  return rows.length === new Set(ids).size
}

interface TaxRateInput {
  promoterId: string
  name: string
  rateMillionths: number
}

export function insertTaxRate(trx: Trx, rate: TaxRateInput): Promise<TaxRateRow | undefined> {
  return queryRow<TaxRateRow>(trx)`
    insert into tax_rates as r (promoter_id, name, rate_millionths)
    values (${rate.promoterId}, ${rate.name}, ${rate.rateMillionths}) returning ${rateColumns}`
}

export async function updateTaxRate(trx: Trx, rate: TaxRateInput & { id: string }): Promise<void> {
  await execute(trx)`
    update tax_rates set version = version + 1, name = ${rate.name}, rate_millionths = ${rate.rateMillionths}
    where id = ${rate.id} and promoter_id = ${rate.promoterId}`
}

export async function deleteTaxRateRow(trx: Trx, rate: { promoterId: string; id: string }): Promise<void> {
  await execute(trx)`delete from tax_rates where id = ${rate.id} and promoter_id = ${rate.promoterId}`
}

const settingColumns = sql`prices_include_tax as included, tax_rounding as rounding, taxes_version as version`

export function findTaxSettings(db: Db, promoterId: string): Promise<TaxSettings | undefined> {
  return queryRow<TaxSettings>(db)`
    select ${settingColumns} from promoters where id = ${promoterId}`
}

/** Saves the tax settings and returns them. Undefined when the version is outdated. */
export function updateTaxSettings(
  trx: Trx,
  { promoterId, included, rounding, version }: TaxSettings & { promoterId: string },
): Promise<TaxSettings | undefined> {
  return queryRow<TaxSettings>(trx)`
    update promoters set prices_include_tax = ${included}, tax_rounding = ${rounding}, taxes_version = taxes_version + 1
    where id = ${promoterId} and taxes_version = ${version} returning ${settingColumns}`
}

const typeColumns = sql`
  t.id, t.name, e.title as "eventTitle",
  array(select tt.tax_rate_id::text from ticket_type_taxes tt where tt.ticket_type_id = t.id
    order by tt.position, tt.tax_rate_id) as "rateIds"`

export function listTaxedTicketTypes(
  db: Db,
  find: { promoterId: string; now: Date },
): Promise<TaxedTicketType[]> {
  return queryRows<TaxedTicketType>(db)`
    select ${typeColumns} from ticket_types t join events e on e.id = t.event_id
    where t.promoter_id = ${find.promoterId} and e.ends_at > ${find.now}
    order by e.starts_at, e.id, t.position, t.id limit 2000`
}

/** Reads a ticket type, and locks its event, so that edits on other screens wait and then detect the change. */
export async function lockTaxedTicketType(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<TaxedTicketType | undefined> {
  await execute(trx)`
    select from events where promoter_id = ${find.promoterId}
      and id = (select event_id from ticket_types where id = ${find.id}) for no key update`
  return queryRow<TaxedTicketType>(trx)`
    select ${typeColumns} from ticket_types t join events e on e.id = t.event_id
    where t.id = ${find.id} and t.promoter_id = ${find.promoterId}`
}

/** Writes the ticket type's taxes and increments its version, because taxes are part of it. */
export async function writeTicketTypeTaxes(
  trx: Trx,
  { promoterId, id, rateIds }: { promoterId: string; id: string; rateIds: readonly string[] },
): Promise<void> {
  await execute(
    trx,
  )`delete from ticket_type_taxes where ticket_type_id = ${id} and promoter_id = ${promoterId}`
  await execute(trx)`
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id, position)
    select ${promoterId}, ${id}, rate, place - 1 from unnest(${rateIds}::uuid[]) with ordinality given (rate, place)`
  await execute(trx)`
    update ticket_types set version = version + 1 where id = ${id} and promoter_id = ${promoterId}`
}
