import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Non-public networks: loopback, private, link-local (cloud metadata) and reserved. */
const PRIVATE: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const blocked = new BlockList()
for (const [network, prefix] of PRIVATE) blocked.addSubnet(network, prefix, 'ipv4')

/** Of public IPv6 (2000::/3), ranges that embed IPv4 addresses or are reserved for documentation. */
const publicNetwork = new BlockList()
publicNetwork.addSubnet('2000::', 3, 'ipv6')
const disguised = new BlockList()
disguised.addSubnet('2001::', 23, 'ipv6')
disguised.addSubnet('2001:db8::', 32, 'ipv6')
disguised.addSubnet('2002::', 16, 'ipv6')
disguised.addSubnet('3fff::', 20, 'ipv6')

/** True for an address on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return publicNetwork.check(address, 'ipv6') && !disguised.check(address, 'ipv6')
  return isIP(address) === 4 && !blocked.check(address, 'ipv4')
}

/** Returns the IP address of a URL's host: `[::1]` → `::1`. Undefined for names. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(bare) > 0 ? bare : undefined
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/**
 * DNS lookup for sockets that fails unless all addresses are public. The socket connects to the checked addresses, which prevents DNS
 * rebinding.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '')
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress('The name leads to an address that is not public.'), '')
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
