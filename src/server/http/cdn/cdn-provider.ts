import type { Config } from '#server/platform/config.ts'

/** Differences between CDNs. */
export interface CdnProvider {
  /** Response header for a page's tags. */
  tagHeader: 'cache-tag' | 'surrogate-key'
  /** Returns the request that purges all pages with one of these tags. */
  purgeRequest: (tags: readonly string[]) => { url: string; headers: Record<string, string>; body: string }
}

export type CdnConfig = Pick<Config, 'CDN' | 'CDN_ZONE' | 'CDN_TOKEN' | 'CDN_API_URL'>

/** Returns the configured CDN. Undefined without a CDN. */
export function cdnProvider({ CDN, CDN_ZONE, CDN_TOKEN, CDN_API_URL }: CdnConfig): CdnProvider | undefined {
  const json = { 'Content-Type': 'application/json' }
  if (CDN === 'cloudflare')
    return {
      tagHeader: 'cache-tag',
      purgeRequest: (tags) => ({
        url: `${CDN_API_URL || 'https://api.cloudflare.com'}/client/v4/zones/${CDN_ZONE}/purge_cache`,
        headers: { ...json, Authorization: `Bearer ${CDN_TOKEN}` },
        body: JSON.stringify({ tags }),
      }),
    }
  if (CDN === 'fastly')
    return {
      tagHeader: 'surrogate-key',
      purgeRequest: (tags) => ({
        url: `${CDN_API_URL || 'https://api.fastly.com'}/service/${CDN_ZONE}/purge`,
        headers: { ...json, 'Fastly-Key': CDN_TOKEN },
        body: JSON.stringify({ surrogate_keys: tags }),
      }),
    }
  return undefined
}
