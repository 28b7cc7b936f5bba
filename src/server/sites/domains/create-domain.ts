import { randomBytes } from 'node:crypto'
import type { createDomain as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findHostOwner, insertDomainClaim, lockDomainClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'
import { parseDomainName } from '#server/platform/dns/parse-domain-name.ts'

/** Maximum number of domains per promoter, because each domain needs a DNS lookup per day. */
const MAX_DOMAINS = 100
const CREATING = { name: 'create domain', points: 60, seconds: 3600 }

/**
 * Adds a domain to verify, or returns it when the promoter has already added it. Several promoters can add the same
 * domain until one of them has verified it; then DOMAIN_TAKEN.
 */
export const createDomain: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const tooMany = await context.limits.consume(CREATING, call.promoterId)
  if (tooMany) return tooMany
  const name = parseDomainName(context.config, call.body.domain)
  if (!name.success) return name
  const [promoterId, host] = [call.promoterId, name.data]
  // Created before the transaction, so that a retry of the transaction uses the same random values.
  const claim = { promoterId, host, token: newToken(), now: new Date(context.clock.now()) }
  return transact(context.db, async (trx) => {
    const before = await lockDomainClaims(trx, promoterId)
    const isNew = !before.some((each) => each.host === host)
    if (isNew && before.length >= MAX_DOMAINS)
      return fail('DOMAIN_REFUSED', { why: `You can add ${MAX_DOMAINS} domains at most.` })
    const holder = await findHostOwner(trx, host)
    if (holder !== undefined && holder !== promoterId) return fail('DOMAIN_TAKEN')
    await insertDomainClaim(trx, claim)
    const claims = await lockDomainClaims(trx, promoterId)
    const mine = claims.find((each) => each.host === host)
    if (!mine) throw new Error('The inserted domain was not found.')
    const subject = { id: mine.id, name: host }
    const { actor } = call
    if (isNew)
      await recordChange(
        trx,
        { promoterId, actor, action: 'domain.added', subject, after: { host } },
        claim.now,
      )
    return succeed({ domain: viewDomain(context.config, mine, claims) })
  })
}

/** 160 bits in hexadecimal, which the forms of DNS providers don't change. */
const newToken = (): string => `foyer-${randomBytes(20).toString('hex')}`
