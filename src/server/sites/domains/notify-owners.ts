import type { DomainStatus } from '#model/sites/domains.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { DomainClaim } from './domain-rows.ts'

/** Emails the promoter's owners once when a domain's checks start to fail, and once when the domain is no longer served. */
export async function notifyOwnersOfDomain(
  trx: Trx,
  claim: DomainClaim,
  { status, now }: { status: DomainStatus; now: Date },
): Promise<void> {
  if (status === claim.status || (status !== 'failing' && status !== 'lapsed')) return
  const { id: domainId, host, promoterId } = claim
  const owners = await listOwnerIds(trx, promoterId)
  const facts = owners.map((accountId): MailFact => {
    const about = {
      fact: `domain_${status}:${domainId}:${now.getTime()}:${accountId}`,
      origin: null,
      promoterId: null,
    }
    return status === 'failing'
      ? { ...about, kind: 'domain_failing', payload: { accountId, domainId } }
      : { ...about, kind: 'domain_lapsed', payload: { accountId, host } }
  })
  await writeMails(trx, facts, now)
}
