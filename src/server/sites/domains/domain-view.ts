import { isIP } from 'node:net'
import type { Domain } from '#contracts/console/domains.ts'
import { DOMAIN_GRACE_MS, verificationRecordName } from '#model/sites/domains.ts'
import type { Config } from '#server/platform/config.ts'
import type { DomainClaim } from './domain-rows.ts'
import {
  displayHost,
  isApex,
  isMainSiteLocal,
  wwwCounterpart,
} from '#server/platform/dns/parse-domain-name.ts'

type DnsRecord = Domain['records'][number]

export function viewDomain(config: Config, claim: DomainClaim, all: readonly DomainClaim[]): Domain {
  const other = wwwCounterpart(claim.host)
  return {
    id: claim.id,
    host: claim.host,
    displayHost: displayHost(claim.host),
    status: claim.status,
    isCanonical: claim.isCanonical,
    offersToo: other === undefined || all.some(({ host }) => host === other) ? null : other,
    records: isVerificationUnneeded(config, claim.host)
      ? []
      : [verificationRecord(claim), ...targetRecords(config, claim.host)],
    createdAt: claim.createdAt.toISOString(),
    verifiedAt: claim.verifiedAt?.toISOString() ?? null,
    checkedAt: claim.checkedAt?.toISOString() ?? null,
    lapsesAt: claim.failingSince && new Date(claim.failingSince.getTime() + DOMAIN_GRACE_MS).toISOString(),
  }
}

/** True for names below localhost on a local installation, because these always resolve to this machine. */
export const isVerificationUnneeded = (config: Config, host: string): boolean =>
  host.endsWith('.localhost') && isMainSiteLocal(config)

export const verificationRecord = ({ host, token }: Pick<DomainClaim, 'host' | 'token'>): DnsRecord => ({
  type: 'TXT',
  name: verificationRecordName(host),
  value: token,
})

/**
 * Returns the DNS records to create: a CNAME where possible, otherwise addresses. Most zones allow no CNAME at the
 * apex. Without configured addresses, a CNAME is suggested anyway, for DNS providers that flatten it.
 */
export function targetRecords(config: Config, host: string): DnsRecord[] {
  const addresses = config.STOREFRONT_TARGET.filter((each) => isIP(each) > 0)
  const names = config.STOREFRONT_TARGET.filter((each) => isIP(each) === 0)
  const [name] = names
  if (name !== undefined && (addresses.length === 0 || !isApex(host)))
    return [{ type: 'CNAME', name: host, value: name }]
  return addresses.map((value) => ({ type: isIP(value) === 6 ? 'AAAA' : 'A', name: host, value }))
}
