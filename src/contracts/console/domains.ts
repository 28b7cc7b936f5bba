import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { domainStatus } from '#model/sites/domains.ts'
import { brandChange, brandSettings } from '#model/sites/brand-settings.ts'
import { siteSettings } from '#model/sites/sites.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { host } from '#contracts/platform/domains.ts'

const record = z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })

export const domain = z.object({
  id: z.string(),
  host: z.string(),
  /** The host with its international characters, for display; `host` has it in ASCII. */
  displayHost: z.string(),
  status: domainStatus,
  isCanonical: z.boolean(),
  /**
   * Second domain to suggest: `www.example.com` for `example.com`, and the reverse. Null when the promoter already has
   * it.
   */
  offersToo: z.nullable(z.string()),
  /** DNS records to publish: the TXT record that proves ownership, and the address records. */
  records: z.array(record),
  createdAt: z.string(),
  verifiedAt: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  /** Time at which a `failing` domain stops working unless its TXT record is restored; otherwise null. */
  lapsesAt: z.nullable(z.string()),
})
export type Domain = z.infer<typeof domain>

export const domainCheck = z.object({
  domain,
  found: z.array(record),
  missing: z.array(record),
  says: z.string(),
})

export const listDomains = endpoint({
  description: "Lists the promoter's domains with their DNS records.",
  method: 'GET',
  path: '/api/domains',
  access: 'promoter',
  scope: 'domains:read',
  data: z.object({ domains: z.array(domain) }),
  errors: ['FORBIDDEN'],
})

export const createDomain = endpoint({
  description:
    'Adds a domain, which works once its TXT record is verified. Returns the existing domain if it is ' +
    'already added. DOMAIN_TAKEN when another promoter has verified it; DOMAIN_REFUSED gives the reason ' +
    'in `details`.',
  method: 'POST',
  path: '/api/domains',
  access: 'promoter',
  scope: 'site:write',
  body: z.object({ domain: host }),
  data: z.object({ domain }),
  status: 201,
  errors: ['FORBIDDEN', 'DOMAIN_REFUSED', 'DOMAIN_TAKEN', 'RATE_LIMITED'],
})

export const verifyDomain = endpoint({
  description:
    "Checks the domain's TXT record and activates the domain. DOMAIN_NOT_PROVEN when the record isn't " +
    'found.',
  method: 'POST',
  path: '/api/domains/{id}/verify',
  access: 'promoter',
  scope: 'site:write',
  params: idParams,
  data: z.object({ domain }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_TAKEN', 'DOMAIN_NOT_PROVEN', 'RATE_LIMITED'],
})

export const checkDomain = endpoint({
  description: 'Returns which DNS records of a domain are found and which are missing. Changes nothing.',
  method: 'GET',
  path: '/api/domains/{id}/check-verification',
  access: 'promoter',
  scope: 'site:write',
  params: idParams,
  data: domainCheck,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const deleteDomain = endpoint({
  description: 'Deletes a domain. If it was the primary one, another active domain takes its place.',
  method: 'DELETE',
  path: '/api/domains/{id}',
  access: 'promoter',
  scope: 'site:write',
  params: idParams,
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** A rule removed from the promoter's CSS, with the reason. `line` counts from 1. */
export const droppedCssRule = z.object({ line: z.int(), rule: z.string(), reason: z.string() })
export type DroppedCssRule = z.infer<typeof droppedCssRule>

const settingsAnswer = z.object({
  domain,
  settings: siteSettings,
  droppedCss: z.array(droppedCssRule),
  version,
})

export const getDomainSettings = endpoint({
  description: "Returns a domain with the branding of the promoter's site.",
  method: 'GET',
  path: '/api/domains/{id}/settings',
  access: 'promoter',
  scope: 'site:read',
  params: idParams,
  data: settingsAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putDomainSettings = endpoint({
  description:
    "Updates the branding of the promoter's site (omitted fields stay unchanged), and whether this is " +
    'the primary domain that the others redirect to. Both change or neither. With `version`, ' +
    'EDIT_CONFLICT when the branding has changed since; without it, the branding is overwritten.',
  method: 'PUT',
  path: '/api/domains/{id}/settings',
  access: 'promoter',
  scope: 'site:write',
  params: idParams,
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
  droppedCss: z.array(droppedCssRule),
  version,
  /** URL of the site; null while it has no domain. */
  siteUrl: z.nullable(z.string()),
})
export type Branding = z.infer<typeof branding>

export const getBranding = endpoint({
  description: "Returns the branding of the promoter's site, shared by all of its domains.",
  method: 'GET',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:read',
  data: branding,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putBranding = endpoint({
  description:
    "Updates the branding of the promoter's site; omitted fields stay unchanged. With `version`, " +
    'EDIT_CONFLICT when the branding has changed since; without it, the branding is overwritten.',
  method: 'PUT',
  path: '/api/domains/look',
  access: 'promoter',
  scope: 'site:write',
  body: z.object({ settings: brandChange, version: z.optional(version) }),
  maxBodyBytes: 256 * 1024,
  data: branding,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'RATE_LIMITED'],
})

export const previewBranding = endpoint({
  description:
    'Previews branding: returns the CSS that would be served and the rules that would be dropped. ' +
    'Changes nothing.',
  method: 'POST',
  path: '/api/domains/preview-look',
  access: 'promoter',
  scope: 'site:read',
  body: z.object({ settings: brandSettings }),
  maxBodyBytes: 256 * 1024,
  data: z.object({ css: z.string(), droppedCss: z.array(droppedCssRule) }),
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
})

export const uploadBrandPicture = endpoint({
  description:
    'Uploads an image for the branding and returns its URL for the settings. The body is the image file ' +
    'itself (JPEG, PNG, WebP or AVIF, 2 MB at most); Content-Type is ignored. `kind` is its purpose.',
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
