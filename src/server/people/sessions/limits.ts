import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Failure } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'

const QUARTER = 900
const HOUR = 3600

/** Rate limits. For sign-ins, only failed ones count. */
export const ACCOUNT_LIMITS = {
  loginOfNetwork: { name: 'login_network', points: 100, seconds: QUARTER },
  loginOfNetworkAndEmail: { name: 'login_network_email', points: 10, seconds: QUARTER },
  /**
   * Limit for sign-ins from unknown browsers. Known browsers have a limit of their own, which strangers can't
   * exhaust.
   */
  loginOfStrangers: { name: 'login_strangers', points: 50, seconds: HOUR },
  loginOfDevice: { name: 'login_device', points: 20, seconds: HOUR },
  registerOfNetwork: { name: 'register_network', points: 60, seconds: HOUR },
  registerOfNetworkAndEmail: { name: 'register_network_email', points: 5, seconds: HOUR },
  mailOfNetwork: { name: 'mail_network', points: 60, seconds: HOUR },
  mailOfNetworkAndEmail: { name: 'mail_network_email', points: 5, seconds: HOUR },
  /**
   * Limit of emails with links per address. Above it, no email is sent, which the response doesn't reveal. Links sent
   * earlier stay valid.
   */
  mailToEmail: { name: 'mail_to_email', points: 10, seconds: HOUR },
  linkOfNetwork: { name: 'link_network', points: 120, seconds: HOUR },
  passwordOfAccount: { name: 'password_account', points: 10, seconds: QUARTER },
  /** Limit per operator, so that a stolen session can't read or change many accounts. */
  accountsOfOperator: { name: 'operator_accounts', points: 300, seconds: HOUR },
  careOfOperator: { name: 'operator_care', points: 40, seconds: HOUR },
  deletionsOfOperator: { name: 'operator_deletions', points: 10, seconds: HOUR },
  exportOfAccount: { name: 'export_account', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

export type LimitedKey = readonly [limit: Limit, key: string]

export async function consumeLimits(
  context: Context,
  counted: readonly LimitedKey[],
  points = 1,
): Promise<Failure<'RATE_LIMITED'> | undefined> {
  for (const [limit, key] of counted) {
    const refused = await context.limits.consume(limit, key, points)
    if (refused) return refused
  }
  return undefined
}

export async function restoreLimits(
  context: Context,
  counted: readonly LimitedKey[],
  points = 1,
): Promise<void> {
  if (points > 0) for (const [limit, key] of counted) await context.limits.restore(limit, key, points)
}

/** Hashes a limit's key, so that it has a constant length and the table contains no personal data. */
export const hashLimitKey = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url')

/** Returns the network of one client: an IPv4 address or an IPv6 /64. */
export function clientNetworkOf(address: string): string {
  const parsed = parseAddress(address)
  return parsed instanceof ipaddr.IPv6 ? groupsOf(parsed, 4) : String(parsed)
}

/** Returns the surrounding network that one party may control: an IPv4 /24 or an IPv6 /48. */
export function surroundingNetworkOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed instanceof ipaddr.IPv6) return `${groupsOf(parsed, 3)}::/48`
  return `${String(parsed).split('.').slice(0, 3).join('.')}.0/24`
}

/** Parses IPv4-mapped IPv6 addresses as IPv4. Returns texts that aren't an address unchanged. */
const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | string =>
  isIP(address) === 0 ? address : ipaddr.process(address)

const groupsOf = ({ parts }: ipaddr.IPv6, count: number): string =>
  parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':')
