import type { Audience, sendMessage as contract } from '#contracts/console/orders/messages.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { MAX_MESSAGES_PER_DAY, maxRecipients } from './message-limits.ts'
import { countMessagesSince, findSentMessage, insertMessage, lockPromoterMessages } from './message-rows.ts'
import { readAudience } from './read-audience.ts'

const DAY_MS = 86_400_000

/** Sends a message to all recipients that match the filter, if their number is the one that the sender has confirmed. */
export const sendMessage: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body, idempotencyKey } = call
  const { subject, body: text, audience } = body
  const { addresses } = await readAudience(context, { promoterId, audience })
  const most = await maxRecipients(context, promoterId)
  return transact(context.db, async (trx) => {
    await lockPromoterMessages(trx, promoterId)
    const sent = await findSentMessage(trx, { promoterId, idempotencyKey })
    if (sent && (sent.subject !== subject || sent.body !== text)) return fail('KEY_REUSED')
    if (sent) return succeed({ recipients: sent.recipients })
    const recipients = addresses.length
    if (recipients === 0) return fail('MESSAGE_NOBODY')
    if (recipients !== body.recipients) return fail('MESSAGE_OTHERS', { recipients })
    const now = new Date(context.clock.now())
    const since = new Date(now.getTime() - DAY_MS)
    const before = await countMessagesSince(trx, { promoterId, since })
    if (before.recipients + recipients > most || before.messages >= MAX_MESSAGES_PER_DAY)
      return fail('MESSAGE_LIMIT', { most })
    const id = crypto.randomUUID()
    const message = { id, promoterId, accountId: actor.accountId, idempotencyKey, subject, body: text }
    const kept = withoutNames(audience)
    await insertMessage(trx, { ...message, selection: kept, recipients, now }, addresses)
    trx.send(
      recordChange(
        trx,
        {
          promoterId,
          actor,
          action: 'message.sent',
          subject: { id, name: subject },
          after: { recipients, audience: kept },
        },
        now,
      ),
    )
    return succeed({ recipients })
  })
}

/** Audience for the audit log. Leaves out the search text, which is usually a name or address. */
function withoutNames({ to, filter: { q, ...filter } }: Audience) {
  return { to, filter: q ? { ...filter, isSearch: true } : filter }
}
