import type {
  getSender as getContract,
  putSender as putContract,
  SenderView,
} from '#contracts/console/letters.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findSenderSettings,
  lockSenderSettings,
  updateSender,
  type StoredSender,
} from '#server/messages/delivery/sender-rows.ts'

const view = ({ config }: Context, sender: StoredSender): SenderView => ({
  ...sender,
  address: config.MAIL_FROM,
})

/** Returns the sender settings of a promoter. */
export const getSender: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const sender = await findSenderSettings(context.db, call.promoterId)
  return sender ? succeed({ sender: view(context, sender) }) : fail('NOT_FOUND')
}

export const putSender: UseCase<typeof putContract, PromoterCall> = (context, call) => {
  const { name, replyTo, version } = call.body
  const { promoterId } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const before = await lockSenderSettings(trx, promoterId)
    if (!before) return fail('NOT_FOUND')
    if (before.version !== version) return fail('EDIT_CONFLICT', { current: view(context, before) })
    const after = { ...before, name, replyTo, version: version + 1 }
    await updateSender(trx, promoterId, after)
    const subject = { id: promoterId, name: before.siteName }
    const states = {
      before: { name: before.name, replyTo: before.replyTo },
      after: { name, replyTo },
    }
    await recordChange(trx, { ...call, action: 'sender.changed', subject, ...states }, now)
    return succeed({ sender: view(context, after) })
  })
}
