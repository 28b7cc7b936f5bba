import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv6 range of addresses on the public internet. All other ranges are refused. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address on the public internet: not loopback, private, link-local (cloud metadata), reserved or with an
 * embedded IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6))
}

export function ipLiteralOf(hostname: string): string | undefined {
  const bare = hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(bare) > 0 ? bare : undefined
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/**
 * Resolves a host, and fails unless all of its addresses are public. The socket connects to the addresses that were
 * checked, which prevents DNS rebinding.
 */
export const lookUpPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '')
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress('The domain resolves to an address that isn’t public.'), '')
    return handOver(found, options, callback)
  })
}

function handOver(
  found: LookupAddress[],
  { all }: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = found
  if (all) callback(null, found)
  else if (first) callback(null, first.address, first.family)
}
