import { hash } from 'node:crypto'
import { queryRow, execute, hasRow, queryRows, type Db } from '#server/platform/db/query.ts'

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
  const mail = await queryRow<Omit<SentMail, 'isStopped'>>(db)`
    select m.id, m.kind, m.promoter_id as "promoterId", s.site_name as "siteName", m.to_address as "to", m.subject,
      exists (select from mail_reports r where r.mail_id = m.id) as "isReported"
    from mails m join sites s on s.promoter_id = m.promoter_id
    where m.id = ${mailId} and m.done_at is not null and m.to_address is not null and m.subject is not null`
  return (
    mail && {
      ...mail,
      isStopped: await isUnsubscribed(db, { promoterId: mail.promoterId, address: mail.to }),
    }
  )
}

export function isUnsubscribed(db: Db, find: { promoterId: string; address: string }): Promise<boolean> {
  return hasRow(db)`
    select from mail_stops where promoter_id = ${find.promoterId} and address_hash = ${hashOf(find.address)}`
}

export async function excludeUnsubscribed(
  db: Db,
  promoterId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ hash: Buffer }>(db)`
    select address_hash as hash from mail_stops where promoter_id = ${promoterId}`
  if (rows.length === 0) return [...addresses]
  const stopped = new Set(rows.map((row) => row.hash.toString('hex')))
  return addresses.filter((address) => !stopped.has(hashOf(address).toString('hex')))
}

export async function insertUnsubscription(
  db: Db,
  stop: { promoterId: string; address: string; now: Date },
): Promise<void> {
  await execute(db)`
    insert into mail_stops (promoter_id, address_hash, created_at)
    values (${stop.promoterId}, ${hashOf(stop.address)}, ${stop.now}) on conflict do nothing`
}

export async function deleteUnsubscription(
  db: Db,
  stop: { promoterId: string; address: string },
): Promise<void> {
  await execute(db)`
    delete from mail_stops
    where promoter_id = ${stop.promoterId} and address_hash = ${hashOf(stop.address)}`
}

export async function insertMailReport(db: Db, mail: SentMail, now: Date): Promise<boolean> {
  const affected = await execute(db)`
    insert into mail_reports (mail_id, promoter_id, kind, created_at)
    values (${mail.id}, ${mail.promoterId}, ${mail.kind}, ${now}) on conflict do nothing`
  return affected === 1
}

export interface PromoterMailReports {
  slug: string
  isTrusted: boolean
  reported: number
  sent: number
  lastAt: Date
}

const COUNTED_MS = 90 * 86_400_000

export function listMailReports(db: Db, now: Date): Promise<PromoterMailReports[]> {
  const since = new Date(now.getTime() - COUNTED_MS)
  return queryRows<PromoterMailReports>(db)`
    select p.slug, p.trusted_at is not null as "isTrusted", count(*)::int as reported, max(r.created_at) as "lastAt",
      (select count(*)::int from mails m
        where m.promoter_id = p.id and m.to_address is not null and m.created_at > ${since}) as sent
    from mail_reports r join promoters p on p.id = r.promoter_id
    where r.created_at > ${since} group by p.id order by reported desc, p.slug`
}

export async function deleteOldMailReports(db: Db, now: Date): Promise<void> {
  await execute(db)`delete from mail_reports where created_at < ${new Date(now.getTime() - COUNTED_MS)}`
}
