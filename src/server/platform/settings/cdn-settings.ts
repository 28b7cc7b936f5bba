import { setting } from './setting.ts'

/** Settings of a CDN that caches public pages (docs/cdn.md). */
export const CDN_SETTINGS = {
  CDN: setting<'off' | 'cloudflare' | 'fastly'>({
    means: 'CDN that caches public pages for a second; Foyer purges changed pages from it',
    shape: 'off, cloudflare or fastly',
    fallback: 'off',
    parse: (text) => (text === 'off' || text === 'cloudflare' || text === 'fastly' ? text : undefined),
  }),
  CDN_ZONE: setting<string>({
    means: 'Cloudflare’s zone id, or Fastly’s service id',
    shape: 'letters and digits',
    fallback: () => '',
    parse: (text) => (/^[A-Za-z\d]+$/.test(text) ? text : undefined),
  }),
  CDN_TOKEN: setting<string>({
    means: 'API token of the CDN that may purge this zone’s cache',
    shape: '16 characters or more, without spaces',
    fallback: () => '',
    parse: (text) => (/^\S{16,}$/.test(text) ? text : undefined),
  }),
  CDN_API_URL: setting<string>({
    means: 'URL of the CDN’s API',
    shape: 'an address like https://api.fastly.com',
    fallback: () => '',
    parse: (text) =>
      /^https?:\/\/[\w.-]+(:\d{1,5})?\/?$/.test(text) && URL.canParse(text)
        ? text.replace(/\/$/, '')
        : undefined,
  }),
} as const
