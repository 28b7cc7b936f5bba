import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { siteSettings } from '#model/sites/sites.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './nothing.ts'

export const host = z.string().check(z.trim(), z.minLength(1, 'Enter a domain.'), z.maxLength(253))

/** Result of resolving a domain (specification §3). */
export const resolution = z.object({ userId: z.nullable(z.string()), settings: siteSettings })

export const resolveDomain = endpoint({
  description:
    "Returns the promoter and the branding of a domain. `userId` is the promoter's id; null for the main " +
    'site.',
  method: 'GET',
  path: '/api/public/domains/resolve',
  access: 'anyone',
  query: z.object({ domain: host }),
  data: resolution,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

export const forceSettings = endpoint({
  description:
    'Returns the promoter and the branding of a domain, and stores them in three cookies for a day if ' +
    "the request's host belongs to the same site. NOT_FOUND when `userId` isn't the domain's promoter.",
  method: 'GET',
  path: '/api/domains/force-settings',
  access: 'anyone',
  query: z.object({ domain: host, userId: z.optional(reference) }),
  data: resolution,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

export const tlsAllowed = endpoint({
  description:
    "Checks whether a TLS certificate may be issued for a domain, for Caddy's on-demand TLS. Returns 200 " +
    'if it may, else NOT_FOUND.',
  method: 'GET',
  path: '/api/domains/tls-allowed',
  access: 'anyone',
  query: z.object({ domain: host }),
  data: nothing,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
