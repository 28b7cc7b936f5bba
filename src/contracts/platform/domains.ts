import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { siteSettings } from '#model/sites/sites.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './nothing.ts'

export const host = z.string().check(z.trim(), z.minLength(1, 'Enter a domain.'), z.maxLength(253))

/** Specification §3, domain resolution result. */
export const resolution = z.object({ userId: z.nullable(z.string()), settings: siteSettings })

export const resolveDomain = endpoint({
  method: 'GET',
  path: '/api/public/domains/resolve',
  access: 'anyone',
  query: z.object({ domain: host }),
  data: resolution,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

/** Sets the three cookies of specification §9. Returns NOT_FOUND for a `userId` that isn't the domain's promoter. */
export const forceSettings = endpoint({
  method: 'GET',
  path: '/api/domains/force-settings',
  access: 'anyone',
  query: z.object({ domain: host, userId: z.optional(reference) }),
  data: resolution,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

/** On-demand TLS check for Caddy: 200 when a certificate may be issued for the domain, else 404. */
export const tlsAllowed = endpoint({
  method: 'GET',
  path: '/api/domains/tls-allowed',
  access: 'anyone',
  query: z.object({ domain: host }),
  data: nothing,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
