import type * as z from 'zod/mini'
import { findFailingDomain } from '#server/sites/domains/domain-rows.ts'
import { GRACE_MS, proofName } from '#model/sites/domains.ts'
import type { Addressed, Desk } from './compose-account-mail.ts'
import { domainFailingLetter, domainLapsedLetter } from '#server/messages/letter-texts/domain-letters.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { findRecipient } from '#server/messages/letter-texts/recipient-rows.ts'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

export async function composeDomainFailing(
  { context }: Desk,
  { accountId, domainId }: z.infer<typeof mailPayloads.domain_failing>,
): Promise<Addressed> {
  const [account, failing] = await Promise.all([
    findRecipient(context.db, accountId),
    findFailingDomain(context.db, domainId),
  ])
  if (!account || !failing) return undefined
  const { host, token, failingSince } = failing
  const letter = domainFailingLetter({
    host,
    record: { name: proofName(host), value: token },
    until: `${when.format(failingSince.getTime() + GRACE_MS)} UTC`,
  })
  return { to: account.email, letter }
}

export async function composeDomainLapsed(
  { context }: Desk,
  { accountId, host }: z.infer<typeof mailPayloads.domain_lapsed>,
): Promise<Addressed> {
  const account = await findRecipient(context.db, accountId)
  return account && { to: account.email, letter: domainLapsedLetter({ host }) }
}
