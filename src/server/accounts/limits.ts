import { hash } from 'node:crypto'
import type { Failure } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'

const QUARTER = 900
const HOUR = 3600

/** How often each may be tried. Failed sign-ins count, successful ones don't. */
export const LIMITS = {
  loginOfNetwork: { name: 'login_network', points: 100, seconds: QUARTER },
  loginOfNetworkAndEmail: { name: 'login_network_email', points: 10, seconds: QUARTER },
  /** From browsers that are not the account's. Its own have a limit of their own: strangers can't use that up. */
  loginOfStrangers: { name: 'login_strangers', points: 50, seconds: HOUR },
  loginOfDevice: { name: 'login_device', points: 20, seconds: HOUR },
  registerOfNetwork: { name: 'register_network', points: 60, seconds: HOUR },
  registerOfNetworkAndEmail: { name: 'register_network_email', points: 5, seconds: HOUR },
  mailOfNetwork: { name: 'mail_network', points: 60, seconds: HOUR },
  mailOfNetworkAndEmail: { name: 'mail_network_email', points: 5, seconds: HOUR },
  /** Beyond it nothing more of the kind is sent to an address, and nobody is told: what was sent still holds. */
  mailToEmail: { name: 'mail_to_email', points: 10, seconds: HOUR },
  linkOfNetwork: { name: 'link_network', points: 120, seconds: HOUR },
  passwordOfAccount: { name: 'password_account', points: 10, seconds: QUARTER },
  exportOfAccount: { name: 'export_account', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** A limit, and what it is counted for. */
export type Counted = readonly [limit: Limit, key: string]

/** Counts one on each, or as many as said; the first that is used up is the answer. */
export async function takeEach(
  context: Context,
  counted: readonly Counted[],
  points = 1,
): Promise<Failure<'RATE_LIMITED'> | undefined> {
  for (const [limit, key] of counted) {
    const refused = await context.limits.take(limit, key, points)
    if (refused) return refused
  }
  return undefined
}

/** Takes back what `takeEach` has counted. */
export async function giveBackEach(context: Context, counted: readonly Counted[], points = 1): Promise<void> {
  if (points > 0) for (const [limit, key] of counted) await context.limits.giveBack(limit, key, points)
}

/** What is counted is kept as a hash: of one length, and nobody's address lies about. */
export const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url')

/** An IPv4 address as sockets for both kinds write it, and with them some proxies. */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** Who counts as one by their address: an IPv6 customer has a whole /64. */
export function networkOf(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 ?? groupsOf(address).slice(0, 4).join(':')
}

/** The network around it, which one party may have as a whole: an IPv4 /24 or an IPv6 /48. */
export function prefixOf(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 === undefined
    ? `${groupsOf(address).slice(0, 3).join(':')}::/48`
    : `${ipv4.split('.').slice(0, 3).join('.')}.0/24`
}

/** Undefined for IPv6. */
function ipv4Of(address: string): string | undefined {
  const [, mapped] = MAPPED.exec(address) ?? []
  return mapped ?? (address.includes(':') ? undefined : address)
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)]
  return all.map((group) => group.replace(/^0+(?=.)/, ''))
}
