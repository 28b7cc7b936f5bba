import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { getDomain } from 'tldts'
import { fail } from '#contracts/platform/errors.ts'
import { formatHost, wwwCounterpartOf, hostRefusal } from '#model/sites/host-names.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Config } from '#server/platform/config.ts'
import { isLocalHost } from './loopback.ts'

/** Characters that end the host name in a URL. */
const MORE_THAN_A_NAME = /[\s/\\:@?#%]/

/** Normalises a host name: lower case, punycode, no trailing dot. DOMAIN_REFUSED with the reason in `details`. */
export function parseDomainName(config: Config, text: string): Result<string, 'DOMAIN_REFUSED'> {
  const typed = text.trim()
  if (isIP(typed.replaceAll(/^\[|\]$/g, '')) > 0) return refuse('Enter a domain, not an IP address.')
  if (MORE_THAN_A_NAME.test(typed))
    return refuse('Enter only the name, like tickets.example.com, without https:// or a path.')
  const host = spell(typed)
  if (host === undefined) return refuse('This isn’t a valid domain name.')
  const why = hostRefusal(host, {
    apex: apexOf(host),
    ownHosts: [...config.MAIN_HOSTS, ...config.STOREFRONT_TARGET],
    isLocalAllowed: isMainSiteLocal(config),
  })
  return why === undefined ? succeed(host) : refuse(why)
}

const refuse = (why: string) => fail('DOMAIN_REFUSED', { why })

function spell(typed: string): string | undefined {
  if (!URL.canParse(`http://${typed}`)) return undefined
  const host = new URL(`http://${typed}`).hostname.replace(/\.$/, '')
  // The parser returns invalid punycode unchanged.
  return host.includes('xn--') && !isPunycode(host) ? undefined : host
}

function isPunycode(host: string): boolean {
  const unicode = domainToUnicode(host)
  return !unicode.split('.').some((label) => label.startsWith('xn--')) && domainToASCII(unicode) === host
}

/** Returns the registrable domain by the public suffix list, including private suffixes (`github.io`). */
const apexOf = (host: string): string | undefined =>
  getDomain(host, { allowPrivateDomains: true }) ?? undefined

/** True when only this machine can reach the main site. Names below localhost are then valid domains. */
export const isMainSiteLocal = (config: Pick<Config, 'MAIN_HOSTS'>): boolean =>
  config.MAIN_HOSTS.every(isLocalHost)

export const displayHost = (host: string): string => formatHost(host, domainToUnicode(host))

/** Returns `www.example.com` for `example.com`, and vice versa. */
export const wwwCounterpart = (host: string): string | undefined => {
  const apex = apexOf(host)
  return apex === undefined || host.endsWith('.localhost') ? undefined : wwwCounterpartOf(host, apex)
}

export const isApex = (host: string): boolean => apexOf(host) === host
