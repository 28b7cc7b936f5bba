import { domainToASCII } from 'node:url'
import { DOMAIN_COOKIES, DOMAIN_COOKIES_SECONDS } from '#contracts/platform/cookies.ts'
import type {
  forceSettings as forceSettingsContract,
  resolution,
  resolveDomain as resolveDomainContract,
} from '#contracts/platform/domains.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { serializeSiteSettings, type Site } from '#model/sites/sites.ts'
import type * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { parseHostHeader } from './host.ts'
import type { SetCookie, UseCase } from '#server/use-case.ts'
import { MAX_SITE_WAIT_MS } from './resolve-site.ts'

type Resolution = z.infer<typeof resolution>

/**
 * Resolves a host to its promoter and branding (specification §7). NOT_FOUND for an unknown host; UNAVAILABLE until the
 * hosts have been loaded.
 */
export const resolveDomain: UseCase<typeof resolveDomainContract> = async (context, { query }) => {
  const found = await findSite(context, query.domain)
  return found.success ? succeed(toResolution(found.data)) : found
}

/**
 * Returns the settings of a domain (specification §7 and §9), and sets a cookie with them for a day. Sets no cookie
 * when the domain belongs to another site, so that a link can't apply another site's branding.
 */
export const forceSettings: UseCase<typeof forceSettingsContract> = async (context, { query, site }) => {
  const found = await findSite(context, query.domain)
  if (!found.success) return found
  const resolved = toResolution(found.data)
  if (query.userId && query.userId !== resolved.userId) return fail('NOT_FOUND')
  const cookies = isSameSite(site, found.data) ? toCookies(found.data, resolved) : []
  return { ...succeed(resolved), cookies }
}

async function findSite(
  { sites }: Context,
  domain: string,
): Promise<Result<Site, CodeOf<typeof resolveDomainContract>>> {
  const host = parseHostHeader(domain) ?? parseHostHeader(domainToASCII(domain))
  if (host === undefined) return fail('NOT_FOUND')
  if (!sites.knows(host) && !(await sites.whenReady(MAX_SITE_WAIT_MS))) return fail('UNAVAILABLE')
  const site = sites.resolve(host)
  return site.kind === 'unknown' ? fail('NOT_FOUND') : succeed(site)
}

const promoterOf = (site: Site): string | null => (site.kind === 'storefront' ? site.promoterId : null)

const toResolution = (site: Site): Resolution => ({ userId: promoterOf(site), settings: site.settings })

const isSameSite = (one: Site, other: Site): boolean =>
  one.kind === other.kind && promoterOf(one) === promoterOf(other)

const toCookies = (site: Site, { userId, settings }: Resolution): SetCookie[] =>
  [
    { name: DOMAIN_COOKIES.host, value: site.host },
    { name: DOMAIN_COOKIES.userId, value: userId ?? '' },
    { name: DOMAIN_COOKIES.settings, value: serializeSiteSettings(settings) },
  ].map((cookie) => ({ ...cookie, maxAgeSeconds: DOMAIN_COOKIES_SECONDS, isReadable: true }))
