/** Channel through which a visitor reached an event page. `utm:` is followed by the campaign's source. */
export type VisitChannel = 'link' | `utm:${string}` | 'search' | 'social' | 'referral' | 'inside' | 'direct'

const SEARCH = new Set(
  'google bing duckduckgo ecosia qwant yahoo yandex baidu startpage kagi brave'.split(' '),
)
const SOCIAL = new Set(
  'facebook instagram threads twitter x t tiktok linkedin lnkd reddit pinterest youtube bsky mastodon whatsapp telegram snapchat discord'.split(
    ' ',
  ),
)

/** Normalises a campaign's source to the label under which its orders are counted. */
export const normalizeSource = (source: string): string =>
  source
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)

/**
 * Returns the channel of a visit. A tracking link takes precedence over a campaign, and a campaign over the referrer.
 * `query` has no leading question mark.
 */
export function channelOf(query: string, referrer: string | undefined, ownHost: string): VisitChannel {
  if (query !== '') {
    const given = new URLSearchParams(query)
    if (given.get('ref')) return 'link'
    const source = normalizeSource(given.get('utm_source') ?? '')
    if (source !== '') return `utm:${source}`
  }
  const host = hostOf(referrer)
  if (host === undefined) return 'direct'
  if (host === ownHost) return 'inside'
  if (isNamed(host, SEARCH)) return 'search'
  return isNamed(host, SOCIAL) ? 'social' : 'referral'
}

/** True when one of the names is a label of the host and only the top-level domain follows it: `www.google.co.uk`. */
function isNamed(host: string, names: ReadonlySet<string>): boolean {
  const labels = host.split('.')
  const at = labels.slice(0, -1).findLastIndex((label) => names.has(label))
  return at >= 0 && /^[a-z.]+$/.test(labels.slice(at + 1).join('.'))
}

function hostOf(referrer: string | undefined): string | undefined {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(referrer ?? '') ?? []
  return host?.toLowerCase()
}
