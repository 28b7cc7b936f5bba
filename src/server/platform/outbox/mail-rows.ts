import { sql } from 'kysely'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { MailFact } from './mail-facts.ts'
import type { Sender } from './sender.ts'

/**
 * Queues emails in the transaction of the change that they report. Skips emails whose `fact` is already queued or
 * sent.
 */
export async function writeMails(db: Db, facts: readonly MailFact[], now: Date): Promise<void> {
  if (facts.length === 0) return
  // One statement for any number of rows, so that it is prepared once.
  await execute(db)`
    insert into mails (fact, kind, payload, origin, promoter_id, created_at)
    select v.*, ${now} from unnest(
      ${facts.map((each) => each.fact)}::text[], ${facts.map((each) => each.kind)}::text[],
      ${facts.map((each) => JSON.stringify(each.payload))}::jsonb[], ${facts.map((each) => each.origin)}::text[],
      ${facts.map((each) => each.promoterId)}::uuid[]) v
    on conflict (fact) do nothing`
}

/** Takes emails that aren't in the mail queue yet, oldest first. Skips locked rows. */
export async function claimUnqueuedMails(trx: Trx, claim: { now: Date; limit: number }): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    update mails set queued_at = ${claim.now} where id in (
      select id from mails where queued_at is null order by created_at limit ${claim.limit} for update skip locked
    ) returning id`
  return rows.map((row) => row.id)
}

export function hasUnqueuedMails(db: Db): Promise<boolean> {
  return hasRow(db)`select from mails where queued_at is null limit 1`
}

export interface MailRow {
  id: string
  kind: string
  payload: unknown
  origin: string | null
  promoterId: string | null
  createdAt: Date
}

export function lockWaitingMail(trx: Trx, mailId: string): Promise<MailRow | undefined> {
  return queryRow<MailRow>(trx)`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where id = ${mailId} and done_at is null and dead_at is null for no key update`
}

export async function markMailSent(
  trx: Trx,
  sent: { mailId: string; now: Date; to?: string; subject?: string },
): Promise<void> {
  await execute(trx)`
    update mails set done_at = ${sent.now}, to_address = ${sent.to ?? null}, subject = ${sent.subject ?? null}, last_error = null
    where id = ${sent.mailId}`
}

export async function recordMailFailure(db: Db, failure: { mailId: string; reason: string }): Promise<void> {
  await execute(db)`
    update mails set last_error = ${failure.reason} where id = ${failure.mailId} and done_at is null`
}

export async function markMailFailed(db: Db, mailId: string, now: Date): Promise<void> {
  await execute(db)`update mails set dead_at = ${now} where id = ${mailId} and done_at is null`
}

export interface DeadMail {
  id: string
  fact: string
  createdAt: Date
  deadAt: Date
  lastError: string | null
}

export function listDeadMailRows(db: Db): Promise<DeadMail[]> {
  return queryRows<DeadMail>(db)`
    select id, fact, created_at as "createdAt", dead_at as "deadAt", last_error as "lastError" from mails
    where dead_at is not null order by dead_at desc, id`
}

/** Queues a failed email again, or all failed emails when no id is given. Returns their number. */
export async function requeueDeadMails(db: Db, mailId?: string): Promise<number> {
  const rows = await queryRows(db)`
    with back as (
      update mails set dead_at = null, queued_at = null
      where dead_at is not null ${mailId === undefined ? sql`` : sql`and id::text = ${mailId}`} returning id
    )
    select pg_notify('mails', ''), id from back`
  return rows.length
}

const FORGOTTEN_AFTER_MS = 90 * 86_400_000

/** Deletes old sent emails, because they contain personal data. */
export async function deleteOldMails(db: Db, filter: { now: Date; limit: number }): Promise<void> {
  const before = new Date(filter.now.getTime() - FORGOTTEN_AFTER_MS)
  await execute(db)`
    delete from mails where id in (
      select id from mails where created_at < ${before} and done_at is not null order by created_at limit ${filter.limit}
    )`
}

export function findPromoterSender(
  db: Db,
  promoterId: string,
): Promise<(Sender & { hosts: string[] }) | undefined> {
  return queryRow<Sender & { hosts: string[] }>(db)`
    select s.site_name as "siteName", coalesce(nullif(s.sender_name, ''), s.site_name) as "senderName",
      s.reply_to as "replyTo", s.logo_url as "logoUrl", s.primary_color as "primaryColor",
      s.secondary_color as "secondaryColor",
      array(select h.host from hosts h where h.promoter_id = s.promoter_id and h.verified_at is not null
        order by h.is_canonical desc, h.verified_at, h.host) as hosts
    from sites s where s.promoter_id = ${promoterId}`
}
