import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import { insertOperator } from '#server/people/operators/operator-rows.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { insertAccount, insertSession } from './accounts.ts'
import { createAsk, type Ask } from './ask.ts'

/** Inserts an operator, so that promoters can join. Returns the account's id. */
export async function insertOperatorAccount(
  context: Context,
  email = 'operator@example.com',
): Promise<string> {
  const accountId = await insertAccount(context, email)
  await insertOperator(context.db, { accountId, now: new Date(context.clock.now()) })
  return accountId
}

/** Returns an access token of a new session that used a second factor. */
export async function openStrongSession(
  context: Context,
  accountId: string,
  host = 'localhost',
): Promise<string> {
  const bearer = await insertSession(context, accountId, host)
  await context.db
    .updateTable('sessions')
    .set({ has_second_factor: true })
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .execute()
  return bearer
}

/** Calls the API as an operator, on the main site. */
export interface OperatorFixture {
  accountId: string
  bearer: string
  ask: Ask
}

export async function openOperatorFixture(
  context: Context,
  email = 'operator@example.com',
): Promise<OperatorFixture> {
  const accountId = await insertOperatorAccount(context, email)
  const bearer = await openStrongSession(context, accountId)
  const ask = createAsk(context, 'localhost')
  return { accountId, bearer, ask: (method, path, request) => ask(method, path, { bearer, ...request }) }
}

/** Content of an email of this kind, as it would be sent; undefined without one to this address. */
export async function readMail(
  context: Context,
  mail: { kind: string; to: string },
): Promise<{ subject: string; text: string } | undefined> {
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where kind = ${mail.kind} order by created_at desc, id`.execute(context.db)
  for (const row of rows) {
    const composed = await composeMail(context, row, 80)
    if (composed?.to === mail.to) return composed
  }
  return undefined
}
