import type * as z from 'zod/mini'
import { findFailingDomain } from '#server/sites/domains/domain-rows.ts'
import { DOMAIN_GRACE_MS, verificationRecordName } from '#model/sites/domains.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import { domainFailingMail, domainLapsedMail } from '#server/messages/email-templates/domain-mails.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

export async function composeDomainFailing(
  { context }: MailContext,
  { accountId, domainId }: z.infer<typeof mailPayloads.domain_failing>,
): Promise<AddressedMail> {
  const [account, failing] = await Promise.all([
    findRecipient(context.db, accountId),
    findFailingDomain(context.db, domainId),
  ])
  if (!account || !failing) return undefined
  const { host, token, failingSince } = failing
  const mail = domainFailingMail({
    host,
    record: { name: verificationRecordName(host), value: token },
    until: `${when.format(failingSince.getTime() + DOMAIN_GRACE_MS)} UTC`,
  })
  return { to: account.email, mail: mail }
}

export async function composeDomainLapsed(
  { context }: MailContext,
  { accountId, host }: z.infer<typeof mailPayloads.domain_lapsed>,
): Promise<AddressedMail> {
  const account = await findRecipient(context.db, accountId)
  return account && { to: account.email, mail: domainLapsedMail({ host }) }
}
