import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'

export interface SentMail {
  id: string
  kind: string
  promoterId: string
  siteName: string
  to: string
  subject: string
  isStopped: boolean
  isReported: boolean
}

const hashOf = (address: string): Buffer => hash('sha256', address.toLowerCase(), 'buffer')

export async function findSentMail(db: Db, mailId: string): Promise<SentMail | undefined> {
  const { rows } = await sql<Omit<SentMail, 'isStopped'>>`
    select m.id, m.kind, m.promoter_id as "promoterId", s.site_name as "siteName", m.to_address as "to", m.subject,
      exists (select from mail_reports r where r.mail_id = m.id) as "isReported"
    from mails m join sites s on s.promoter_id = m.promoter_id
    where m.id = ${mailId} and m.done_at is not null and m.to_address is not null and m.subject is not null`.execute(
    db,
  )
  const [mail] = rows
  return (
    mail && {
      ...mail,
      isStopped: await isUnsubscribed(db, { promoterId: mail.promoterId, address: mail.to }),
    }
  )
}

export async function isUnsubscribed(
  db: Db,
  find: { promoterId: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from mail_stops where promoter_id = ${find.promoterId} and address_hash = ${hashOf(find.address)}`.execute(
    db,
  )
  return rows.length > 0
}

export async function excludeUnsubscribed(
  db: Db,
  promoterId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select address_hash as hash from mail_stops where promoter_id = ${promoterId}`.execute(db)
  if (rows.length === 0) return [...addresses]
  const stopped = new Set(rows.map((row) => row.hash.toString('hex')))
  return addresses.filter((address) => !stopped.has(hashOf(address).toString('hex')))
}

export async function insertUnsubscription(
  db: Db,
  stop: { promoterId: string; address: string; now: Date },
): Promise<void> {
  await sql`
    insert into mail_stops (promoter_id, address_hash, created_at)
    values (${stop.promoterId}, ${hashOf(stop.address)}, ${stop.now}) on conflict do nothing`.execute(db)
}

export async function deleteUnsubscription(
  db: Db,
  stop: { promoterId: string; address: string },
): Promise<void> {
  await sql`
    delete from mail_stops
    where promoter_id = ${stop.promoterId} and address_hash = ${hashOf(stop.address)}`.execute(db)
}

export async function insertMailReport(db: Db, mail: SentMail, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_reports (mail_id, promoter_id, kind, created_at)
    values (${mail.id}, ${mail.promoterId}, ${mail.kind}, ${now}) on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

export interface PromoterMailReports {
  slug: string
  isTrusted: boolean
  reported: number
  sent: number
  lastAt: Date
}

const COUNTED_MS = 90 * 86_400_000

export async function listMailReports(db: Db, now: Date): Promise<PromoterMailReports[]> {
  const since = new Date(now.getTime() - COUNTED_MS)
  const { rows } = await sql<PromoterMailReports>`
    select p.slug, p.trusted_at is not null as "isTrusted", count(*)::int as reported, max(r.created_at) as "lastAt",
      (select count(*)::int from mails m
        where m.promoter_id = p.id and m.to_address is not null and m.created_at > ${since}) as sent
    from mail_reports r join promoters p on p.id = r.promoter_id
    where r.created_at > ${since} group by p.id order by reported desc, p.slug`.execute(db)
  return rows
}

export async function deleteOldMailReports(db: Db, now: Date): Promise<void> {
  await sql`delete from mail_reports where created_at < ${new Date(now.getTime() - COUNTED_MS)}`.execute(db)
}
