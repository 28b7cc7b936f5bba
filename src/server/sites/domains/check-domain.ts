import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { checkDomain as contract, Domain } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { verificationRecordName } from '#model/sites/domains.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findPaymentDomain,
  type PaymentDomainRow,
} from '#server/sites/payment-domains/payment-domain-rows.ts'
import { listDomainClaims, type DomainClaim } from './domain-rows.ts'
import { isVerificationUnneeded, verificationRecord, targetRecords, viewDomain } from './domain-view.ts'
import { isVerificationToken } from './check-verification-record.ts'

type DnsRecord = Domain['records'][number]

interface Part {
  found: DnsRecord[]
  missing: DnsRecord[]
  says: string
}

export const DNS_LOOKUP_LIMIT = { name: 'look up domain', points: 60, seconds: 600 }

/** Maximum number of records returned, because a promoter's zone can have thousands. */
const MAX_RECORDS = 20
const MAX_VALUE_LENGTH = 255

export const checkDomain: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const claims = await listDomainClaims(context.db, call.promoterId)
  const claim = claims.find((each) => each.id === call.params.id)
  if (!claim) return fail('NOT_FOUND')
  const tooMany = await context.limits.consume(DNS_LOOKUP_LIMIT, call.promoterId)
  if (tooMany) return tooMany
  const parts = isVerificationUnneeded(context.config, claim.host)
    ? [{ found: [], missing: [], says: 'Domains that end in .localhost need no DNS records.' }]
    : await Promise.all([
        checkProof(context, claim),
        checkTarget(context, claim),
        checkWallets(context, claim),
      ])
  return succeed({
    domain: viewDomain(context.config, claim, claims),
    found: parts.flatMap((part) => part.found),
    missing: parts.flatMap((part) => part.missing),
    says: parts.flatMap((part) => part.says || []).join(' '),
  })
}

async function checkProof({ names }: Context, claim: DomainClaim): Promise<Part> {
  const name = verificationRecordName(claim.host)
  const texts = await names.findTexts(name)
  const missing = [verificationRecord(claim)]
  if (!texts)
    return {
      found: [],
      missing,
      says: `The DNS servers didn’t respond for ${name}. Try again in a few minutes.`,
    }
  const found = texts.slice(0, MAX_RECORDS).map((text): DnsRecord => {
    const value = text.slice(0, MAX_VALUE_LENGTH)
    return { type: 'TXT', name, value }
  })
  if (texts.some((text) => isVerificationToken(text, claim.token)))
    return { found, missing: [], says: 'The TXT record verifies that the domain is yours.' }
  const says =
    texts.length > 0
      ? `There is a TXT record at ${name}, but with a different text.`
      : `There is no TXT record at ${name} yet.`
  return { found, missing, says }
}

async function checkTarget({ config, names }: Context, { host }: DomainClaim): Promise<Part> {
  const targets = await names.findTargets(host)
  const wanted = targetRecords(config, host)
  if (!targets)
    return {
      found: [],
      missing: wanted,
      says: `The DNS servers didn’t respond for ${host}. Try again in a few minutes.`,
    }
  const found = targets
    .filter(({ type, value }) => type === 'CNAME' || !isInner(value))
    .slice(0, MAX_RECORDS)
    .map((record) => ({ ...record, name: host }))
  const where = found.map((record) => record.value).join(', ')
  if (config.STOREFRONT_TARGET.length === 0) {
    const leads = where ? `${host} points to ${where}.` : `${host} doesn’t point anywhere yet.`
    return {
      found,
      missing: [],
      says: `${leads} This server’s address isn’t configured, so only the TXT record is checked.`,
    }
  }
  const expected = await expectedTargets({ config, names })
  if (targets.some((record) => expected.has(record.value)))
    return { found, missing: [], says: `${host} points here.` }
  const says = where ? `${host} points to ${where}, not here.` : `${host} doesn’t point anywhere yet.`
  return { found, missing: wanted, says }
}

/**
 * Checks whether the payment provider shows Apple Pay, Google Pay and Link on the domain. Returns nothing before the
 * domain is verified.
 */
async function checkWallets({ db, payments }: Context, { host }: DomainClaim): Promise<Part> {
  const { list } = payments.domains
  const row = list === 'sandbox' ? undefined : await findPaymentDomain(db, { list, host })
  return { found: [], missing: [], says: row?.isWanted ? walletsMessage(row) : '' }
}

function walletsMessage({ status, inactiveWallets }: PaymentDomainRow): string {
  if (status === 'registered' && inactiveWallets.length === 0)
    return 'Apple Pay, Google Pay and Link can be used.'
  if (status === 'registered')
    return `${inactiveWallets.join(', ')} can’t be used on this domain yet. The payment provider checks again automatically. Cards can be used.`
  if (status === 'failed')
    return 'The payment provider hasn’t accepted the domain for Apple Pay, Google Pay and Link yet. Foyer will try again automatically. Cards can be used.'
  return 'The domain is being registered for Apple Pay, Google Pay and Link.'
}

/**
 * Private address ranges. They are removed from results, because an unverified promoter must not be able to read the
 * operator's internal DNS.
 */
const INNER: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'uniqueLocal',
])

const isInner = (address: string): boolean => isIP(address) > 0 && INNER.has(ipaddr.process(address).range())

/**
 * Returns the host names and addresses that a domain may point to. Includes the addresses of the host names, because
 * a zone with CNAME flattening returns only addresses.
 */
async function expectedTargets({ config, names }: Pick<Context, 'config' | 'names'>): Promise<Set<string>> {
  const known = config.STOREFRONT_TARGET
  const behind = await Promise.all(
    known.filter((each) => isIP(each) === 0).map((name) => names.findTargets(name)),
  )
  return new Set([...known, ...behind.flatMap((records) => records?.map((record) => record.value) ?? [])])
}
