import * as z from 'zod/mini'
import { reference, version } from '#model/platform/bounds.ts'
import { domainStatus } from '#model/sites/domains.ts'
import { brandChange, brandSettings } from '#model/sites/brand-settings.ts'
import { siteSettings } from '#model/sites/sites.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { host } from '#contracts/platform/domains.ts'

const id = z.object({ id: reference })

const record = z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })

export const domain = z.object({
  id: z.string(),
  host: z.string(),
  /** Unicode form of an internationalised domain name. */
  displayHost: z.string(),
  status: domainStatus,
  isCanonical: z.boolean(),
  /** Suggested companion domain (`www.example.com` for `example.com`, or the reverse); null when the promoter already has it. */
  offersToo: z.nullable(z.string()),
  /** DNS records to publish: the TXT proof and the address records. */
  records: z.array(record),
  createdAt: z.string(),
  verifiedAt: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  /** While `failing`: when the domain stops resolving unless its TXT record is restored. */
  lapsesAt: z.nullable(z.string()),
})
export type Domain = z.infer<typeof domain>

export const domainCheck = z.object({
  domain,
  /** DNS records found, and messages about missing ones. */
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

/** Checks the domain's TXT record and activates the domain if it is found. */
export const verifyDomain = endpoint({
  method: 'POST',
  path: '/api/domains/{id}/verify',
  access: 'promoter',
  scope: 'site:write',
  params: id,
  data: z.object({ domain }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_TAKEN', 'DOMAIN_NOT_PROVEN', 'RATE_LIMITED'],
})

/** Returns which DNS records are found and which are missing. Changes nothing. */
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

/** A rule of the promoter's CSS that is dropped, with the reason. Lines count from 1. */
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
 * Updates the branding of the promoter's site (omitted fields stay unchanged), and whether this is the primary domain that the
 * others redirect to. Both change or neither. With `version`, EDIT_CONFLICT when the branding has changed since; without it, the
 * branding is overwritten.
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

export const branding = z.object({
  settings: siteSettings,
  droppedCss: z.array(droppedRule),
  version,
  /** URL of the site; null while it has no domain. */
  siteUrl: z.nullable(z.string()),
})
export type Branding = z.infer<typeof branding>

/** Returns the branding of the promoter's site, shared by all of its domains. */
export const getBranding = endpoint({
  method: 'GET',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:read',
  data: branding,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putBranding = endpoint({
  method: 'PUT',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:write',
  body: z.object({ settings: brandChange, version: z.optional(version) }),
  maxBodyBytes: 256 * 1024,
  data: branding,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'RATE_LIMITED'],
})

/** Previews branding: returns the CSS that would be served and the rules that would be dropped. Changes nothing. */
export const previewBranding = endpoint({
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
 * Uploads an image for the branding. The body is the image file itself (JPEG, PNG, WebP or AVIF, 2 MB at most); Content-Type is
 * ignored. `kind` is its purpose. Returns its URL for the settings.
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
