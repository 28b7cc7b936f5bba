import { fail } from '#contracts/platform/errors.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import {
  deleteUnsubscription,
  findSentMail,
  insertMailReport,
  insertUnsubscription,
  type SentMail,
} from './unsubscription-rows.ts'

/** Actions of an email's recipient: `stop` and `resume` the promoter's messages, `report` an unwanted email. */
export const MAIL_PREFERENCE_ACTIONS = ['stop', 'resume', 'report'] as const
export type MailPreferenceAction = (typeof MAIL_PREFERENCE_ACTIONS)[number]

interface Ask {
  site: Site
  token: string
}

export async function findMailForPreferences(
  { db, mailMarks }: Context,
  { site, token }: Ask,
): Promise<Result<SentMail, 'NOT_FOUND'>> {
  const mailId = mailMarks.read(token)
  const mail = mailId === undefined ? undefined : await findSentMail(db, mailId)
  return mail && isInSiteScope(siteScopeOf(site), mail.promoterId) ? succeed(mail) : fail('NOT_FOUND')
}

export async function applyMailPreference(
  context: Context,
  request: Ask & { answer: MailPreferenceAction },
): Promise<Result<SentMail, 'NOT_FOUND'>> {
  const found = await findMailForPreferences(context, request)
  if (!found.success) return found
  const { db, clock, log } = context
  const now = new Date(clock.now())
  const { promoterId, to: address, id: subjectId } = found.data
  if (request.answer === 'stop') await insertUnsubscription(db, { promoterId, address, now })
  if (request.answer === 'resume') await deleteUnsubscription(db, { promoterId, address })
  if (request.answer === 'report' && (await insertMailReport(db, found.data, now)))
    logSecurityEvent(log, { event: 'mail_reported', promoterId, subjectId })
  return findMailForPreferences(context, request)
}
