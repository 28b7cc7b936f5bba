import { randomUUID } from 'node:crypto'
import type { sendTestEmail as contract } from '#contracts/console/email-templates.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isEmailTemplateKey, emailTemplateKind } from '#model/messages/email-templates.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { findTemplateErrors } from '#server/messages/email-templates/render-template.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'

const TESTS = { name: 'test letters', points: 20, seconds: 3600 }

/** Sends the email only to the caller, because the text is neither checked nor saved. */
export const sendTestMail: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { db, clock, limits } = context
  const { key, ...words } = call.body
  const { accountId } = call.actor
  if (!isEmailTemplateKey(key)) return fail('NOT_FOUND')
  const account = accountId === null ? undefined : await findRecipient(db, accountId)
  if (!account?.isVerified) return fail('FORBIDDEN')
  const errors = findTemplateErrors(emailTemplateKind(key), words)
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const tooMany = await limits.consume(TESTS, account.id)
  if (tooMany) return tooMany
  const payload = { accountId: account.id, key, ...words }
  const { promoterId } = call
  const fact = { kind: 'letter_test', fact: `letter_test:${randomUUID()}`, payload, promoterId } as const
  await writeMails(db, [{ ...fact, origin: call.client.origin }], new Date(clock.now()))
  return succeed({ to: account.email })
}
