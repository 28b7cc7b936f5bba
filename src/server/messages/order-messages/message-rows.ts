import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export interface Message {
  id: string
  promoterId: string
  accountId: string | null
  idempotencyKey: string
  subject: string
  body: string
  selection: unknown
  recipients: number
  now: Date
}

export function findMessage(
  db: Db,
  messageId: string,
): Promise<{ subject: string; body: string } | undefined> {
  return queryRow<{ subject: string; body: string }>(db)`
    select subject, body from messages where id = ${messageId}`
}

interface SentMessageRow {
  subject: string
  body: string
  recipients: number
}

export function findSentMessage(
  db: Db,
  find: { promoterId: string; idempotencyKey: string },
): Promise<SentMessageRow | undefined> {
  return queryRow<SentMessageRow>(db)`
    select subject, body, recipients from messages
    where promoter_id = ${find.promoterId} and idempotency_key = ${find.idempotencyKey}`
}

/** Locks the sending of a promoter's messages, so that concurrent requests can't exceed the limit. */
export async function lockPromoterMessages(trx: Trx, promoterId: string): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtext('letters of ' || ${promoterId}))`
}

export async function countMessagesSince(
  db: Db,
  find: { promoterId: string; since: Date },
): Promise<{ recipients: number; messages: number }> {
  const row = await queryRow<{ recipients: number; messages: number }>(db)`
    select coalesce(sum(recipients), 0)::int as recipients, count(*)::int as messages from messages
    where promoter_id = ${find.promoterId} and created_at > ${find.since}`
  return row ?? { recipients: 0, messages: 0 }
}

/** Stores the message and one email per address in one transaction. The outbox sends the emails and continues after a crash. */
export async function insertMessage(trx: Trx, message: Message, addresses: readonly string[]): Promise<void> {
  await execute(trx)`
    insert into messages (id, promoter_id, account_id, idempotency_key, subject, body, selection, recipients, created_at)
    values (${message.id}, ${message.promoterId}, ${message.accountId}, ${message.idempotencyKey}, ${message.subject},
      ${message.body}, ${JSON.stringify(message.selection)}::jsonb, ${message.recipients}, ${message.now})`
  await execute(trx)`
    insert into mails (fact, kind, promoter_id, payload, created_at)
    select 'promoter_message:' || ${message.id}::text || ':' || email, 'promoter_message', ${message.promoterId},
      jsonb_build_object('messageId', ${message.id}::text, 'email', email), ${message.now}
    from unnest(${addresses}::text[]) a (email)
    on conflict (fact) do nothing`
}

/** False if the order has no email address, or its personal data was deleted. */
export const canReceiveEmail = (email: string): boolean => email !== '' && email !== ERASED_PERSON.email
