import * as z from 'zod/mini'
import { reference, version } from '#model/bounds.ts'
import { domainStatus } from '#model/domains.ts'
import { brandChange, brandSettings, siteSettings } from '#model/sites.ts'
import { nothing } from './accounts.ts'
import { endpoint } from './endpoint.ts'

const host = z.string().check(z.trim(), z.minLength(1, 'Enter a domain.'), z.maxLength(253))
const id = z.object({ id: reference })

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

/** Sets the three cookies of specification §9. A `userId` that is not the domain's promoter answers NOT_FOUND. */
export const forceSettings = endpoint({
  method: 'GET',
  path: '/api/domains/force-settings',
  access: 'anyone',
  query: z.object({ domain: host, userId: z.optional(reference) }),
  data: resolution,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

/** For Caddy: whether a certificate may be asked for. 200 or 404, from memory. */
export const tlsAllowed = endpoint({
  method: 'GET',
  path: '/api/domains/tls-allowed',
  access: 'anyone',
  query: z.object({ domain: host }),
  data: nothing,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

const record = z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })

export const domain = z.object({
  id: z.string(),
  host: z.string(),
  /** The name as people write it, when it is an internationalised one. */
  displayHost: z.string(),
  status: domainStatus,
  isCanonical: z.boolean(),
  /** `www.example.com` beside `example.com`, or the other way round, as long as it is not among the promoter's domains. */
  offersToo: z.nullable(z.string()),
  /** What to publish: the proof, and where the name must lead. */
  records: z.array(record),
  createdAt: z.string(),
  verifiedAt: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  /** While failing: when it stops to resolve unless its proof is back. */
  lapsesAt: z.nullable(z.string()),
})
export type Domain = z.infer<typeof domain>

export const domainCheck = z.object({
  domain,
  /** What was found in the DNS, and what is missing, in words. */
  found: z.array(record),
  missing: z.array(record),
  says: z.string(),
})

export const listDomains = endpoint({
  method: 'GET',
  path: '/api/domains',
  access: 'promoter',
  scope: 'domains:read',
  data: z.object({ domains: z.array(domain) }),
  errors: ['FORBIDDEN'],
})

export const createDomain = endpoint({
  method: 'POST',
  path: '/api/domains',
  access: 'promoter',
  scope: 'site:write',
  body: z.object({ domain: host }),
  data: z.object({ domain }),
  status: 201,
  errors: ['FORBIDDEN', 'DOMAIN_REFUSED', 'DOMAIN_TAKEN', 'RATE_LIMITED'],
})

/** Looks the proof up and, when it is there, puts the domain to use. */
export const verifyDomain = endpoint({
  method: 'POST',
  path: '/api/domains/{id}/verify',
  access: 'promoter',
  scope: 'site:write',
  params: id,
  data: z.object({ domain }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_TAKEN', 'DOMAIN_NOT_PROVEN', 'RATE_LIMITED'],
})

/** What can be found and what is missing. Changes nothing. */
export const checkDomain = endpoint({
  method: 'GET',
  path: '/api/domains/{id}/check-verification',
  access: 'promoter',
  scope: 'site:write',
  params: id,
  data: domainCheck,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/api/domains/{id}',
  access: 'promoter',
  scope: 'site:write',
  params: id,
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** A rule of the promoter's CSS that is not served, and why. Lines count from 1. */
export const droppedRule = z.object({ line: z.int(), rule: z.string(), reason: z.string() })
export type DroppedRule = z.infer<typeof droppedRule>

const settingsAnswer = z.object({
  domain,
  settings: siteSettings,
  droppedCss: z.array(droppedRule),
  version,
})

export const getDomainSettings = endpoint({
  method: 'GET',
  path: '/api/domains/{id}/settings',
  access: 'promoter',
  scope: 'site:read',
  params: id,
  data: settingsAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/**
 * The look of the promoter's site (what is left out stays), and whether this is the name that its other names lead to. Both change
 * or neither does. With the version that the caller began from, EDIT_CONFLICT when the look is further on; without one it is written
 * over whatever is there.
 */
export const putDomainSettings = endpoint({
  method: 'PUT',
  path: '/api/domains/{id}/settings',
  access: 'promoter',
  scope: 'site:write',
  params: id,
  body: z.object({
    settings: z.optional(brandChange),
    isCanonical: z.optional(z.boolean()),
    version: z.optional(version),
  }),
  maxBodyBytes: 256 * 1024,
  data: settingsAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_NOT_PROVEN', 'EDIT_CONFLICT', 'RATE_LIMITED'],
})

/** The look of a promoter's site as it was written, whatever names it has. */
export const lookAnswer = z.object({
  settings: siteSettings,
  droppedCss: z.array(droppedRule),
  version,
  /** Where the site is found; null while no name leads to it. */
  siteUrl: z.nullable(z.string()),
})
export type Look = z.infer<typeof lookAnswer>

/** The same as the settings of any of the promoter's domains: for sites that have none of their own yet. */
export const getLook = endpoint({
  method: 'GET',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:read',
  data: lookAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putLook = endpoint({
  method: 'PUT',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:write',
  body: z.object({ settings: brandChange, version: z.optional(version) }),
  maxBodyBytes: 256 * 1024,
  data: lookAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'RATE_LIMITED'],
})

/** What would be served of a look, and what would not. Changes nothing. */
export const previewLook = endpoint({
  method: 'POST',
  path: '/api/domains/preview-look',
  access: 'promoter',
  scope: 'site:read',
  body: z.object({ settings: brandSettings }),
  maxBodyBytes: 256 * 1024,
  data: z.object({ css: z.string(), droppedCss: z.array(droppedRule) }),
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
})

/**
 * The body is the picture itself (JPEG, PNG, WebP or AVIF, 2 MB at most), whatever type the request says it is; `kind` says what
 * it is for. Answers the address it is served at, for the settings.
 */
export const uploadBrandPicture = endpoint({
  method: 'POST',
  path: '/api/domains/look/pictures/{kind}',
  access: 'promoter',
  scope: 'site:write',
  params: z.object({ kind: z.enum(['logo', 'favicon']) }),
  maxBodyBytes: 2 * 1024 * 1024,
  data: z.object({ url: z.string() }),
  status: 201,
  errors: ['FORBIDDEN', 'PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})
