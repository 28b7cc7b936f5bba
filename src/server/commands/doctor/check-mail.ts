import type { Config } from '#server/platform/config.ts'
import { checkSmtp } from '#server/messages/delivery/smtp-mailer.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

/** Checks the mail server by connecting and signing in, without sending anything. */
export async function checkMail(config: Config): Promise<Finding[]> {
  if (!config.SMTP_URL)
    return [warningFinding('SMTP_URL is not set: no emails are sent, so email addresses can’t be verified.')]
  const failure = await checkSmtp(config.SMTP_URL, config.SMTP_CLEARTEXT_PASSWORD === 'on')
  if (failure !== undefined) return [problemFinding(`The mail server in SMTP_URL can’t be used: ${failure}`)]
  return [fineFinding(`The mail server accepts this install. Emails are sent from ${config.MAIL_FROM}.`)]
}
