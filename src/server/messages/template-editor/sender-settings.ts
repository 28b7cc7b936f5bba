import type {
  getSender as getContract,
  putSender as putContract,
  SenderView,
} from '#contracts/console/email-templates.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { Context } from '#server/context.ts'
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

export const getSender: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const sender = await findSenderSettings(context.db, call.promoterId)
  return sender ? succeed({ sender: view(context, sender) }) : fail('NOT_FOUND')
}

export const putSender: UseCase<typeof putContract, PromoterCall> = (context, call) => {
  const { name, replyTo, version } = call.body
  const { promoterId } = call
  return editVersioned(context, call, {
    version,
    lock: (trx) => lockSenderSettings(trx, promoterId),
    write: (trx) => updateSender(trx, promoterId, { name, replyTo, version: version + 1 }),
    view: (row) => view(context, row),
    data: (sender) => ({ sender }),
    action: 'sender.changed',
    subject: ({ siteName }) => ({ id: promoterId, name: siteName }),
    state: (row) => ({ name: row.name, replyTo: row.replyTo }),
  })
}
