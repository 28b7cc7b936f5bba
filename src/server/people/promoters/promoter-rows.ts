import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface NewPromoter {
  id: string
  name: string
  siteName: string
  country: string
  currency: string
  hosts: readonly string[]
  openedBy: string
  status: PromoterStatus
  openingKey: string
  now: Date
}

export function findPromoterByIdempotencyKey(
  db: Db,
  find: { accountId: string; key: string },
): Promise<{ id: string; name: string; status: PromoterStatus } | undefined> {
  return queryRow<{ id: string; name: string; status: PromoterStatus }>(db)`
    select id, name, status from promoters where opened_by = ${find.accountId} and opening_key = ${find.key}`
}

export async function insertPromoter(trx: Db, promoter: NewPromoter): Promise<void> {
  const { id, name, now } = promoter
  await execute(trx)`
    insert into promoters (id, name, slug, currency, country, opened_by, opening_key, status, created_at)
    values (${id}, ${name}, ${promoter.siteName}, ${promoter.currency}, ${promoter.country}, ${promoter.openedBy},
      ${promoter.openingKey}, ${promoter.status}, ${now})`
  await execute(trx)`insert into sites (promoter_id, site_name, updated_at) values (${id}, ${name}, ${now})`
  await execute(trx)`
    insert into hosts (host, promoter_id, verified_at)
    select host, ${id}, ${now} from unnest(${promoter.hosts}::text[]) as host`
  await execute(trx)`
    insert into members (promoter_id, account_id, role, created_at)
    values (${id}, ${promoter.openedBy}, 'owner', ${now})`
}

export async function findPromoterName(db: Db, promoterId: string): Promise<string | undefined> {
  const row = await queryRow<{ name: string }>(db)`select name from promoters where id = ${promoterId}`
  return row?.name
}

/** Returns the status; `rejected` when the promoter doesn't exist. */
export async function findPromoterStatus(db: Db, promoterId: string): Promise<PromoterStatus> {
  const row = await queryRow<{ status: PromoterStatus }>(db)`
    select status from promoters where id = ${promoterId}`
  return row?.status ?? 'rejected'
}

export async function listTakenSiteNames(
  db: Db,
  find: { names: readonly string[]; mainHosts: readonly string[] },
): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(db)`
    select name from unnest(${find.names}::text[]) as name
    where exists (select from promoters where slug = name)
      or exists (
        select from unnest(${find.mainHosts}::text[]) as main join hosts on hosts.host = name || '.' || main
      )`
  return rows.map((row) => row.name)
}

export function findPromoterDefaults(
  db: Db,
  promoterId: string,
): Promise<{ currency: string; country: string } | undefined> {
  return queryRow<{ currency: string; country: string }>(db)`
    select currency, country from promoters where id = ${promoterId}`
}

export interface ChecklistState {
  hasEvent: boolean
  hasTickets: boolean
  isPublished: boolean
  hasSold: boolean
  hasDetails: boolean
  hasLegalPages: boolean
  hasLook: boolean
  isClosed: boolean
  eventId: string | null
}

export function findChecklistState(db: Db, promoterId: string): Promise<ChecklistState | undefined> {
  return queryRow<ChecklistState>(db)`
    select
      exists (select from events where promoter_id = p.id) as "hasEvent",
      exists (select from ticket_types where promoter_id = p.id and active) as "hasTickets",
      exists (select from events where promoter_id = p.id and (published_at is not null or status <> 'draft')) as "isPublished",
      exists (select from orders where promoter_id = p.id and paid_at is not null) as "hasSold",
      p.legal_name <> '' and p.legal_address <> '' as "hasDetails",
      (
        select count(*) = 2 from (
          select distinct on (kind) text from legal_texts
          where promoter_id = p.id and kind in ('terms', 'privacy') order by kind, version desc
        ) newest where text is not null
      ) as "hasLegalPages",
      s.logo_url <> '' or s.custom_css <> '' or s.primary_color <> '#4f46e5' as "hasLook",
      p.checklist_closed_at is not null as "isClosed",
      (select id from events where promoter_id = p.id order by status = 'draft' desc, created_at desc limit 1) as "eventId"
    from promoters p join sites s on s.promoter_id = p.id where p.id = ${promoterId}`
}

export async function dismissChecklistOf(db: Db, promoterId: string, now: Date): Promise<void> {
  await execute(db)`update promoters set checklist_closed_at = ${now} where id = ${promoterId}`
}
