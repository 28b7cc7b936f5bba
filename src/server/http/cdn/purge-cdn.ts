import type { Logger } from 'pino'
import { MAIN_SITE_TAG, promoterTag } from './cdn-headers.ts'
import { cdnProvider, type CdnConfig } from './cdn-provider.ts'

export interface CdnPurge {
  /** Purges the promoter's pages and those of the main site; without a promoter, all pages with a known tag. */
  purge: (promoterId?: string) => void
  stop: () => Promise<void>
}

/** Changes within this time share a request, because CDNs limit requests. Longer than the node needs to purge its own pages. */
const GATHER_MS = 1000
/** Cloudflare allows 100 tags per request. */
const MAX_TAGS = 100
const ANSWER_MS = 5000

/**
 * Creates the client that purges changed pages from the CDN. A failure is logged and not retried, because cached pages
 * expire after two seconds anyway. Returns undefined without a CDN.
 */
export function createCdnPurge(config: CdnConfig, log: Logger): CdnPurge | undefined {
  const provider = cdnProvider(config)
  if (!provider) return undefined
  let tags = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  const send = async (given: readonly string[]): Promise<void> => {
    const { url, headers, body } = provider.purgeRequest(given)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await response.body?.cancel()
      if (!response.ok)
        log.warn({ status: response.status, tags: given.length }, 'The CDN refused to purge pages')
    } catch (error) {
      log.warn({ err: error, tags: given.length }, 'The CDN could not be reached to purge pages')
    }
  }
  const sendAll = (): void => {
    timer = undefined
    const all = [...tags]
    tags = new Set()
    for (let from = 0; from < all.length; from += MAX_TAGS)
      sending = sending.then(() => send(all.slice(from, from + MAX_TAGS)))
  }
  return {
    purge: (promoterId) => {
      tags.add(MAIN_SITE_TAG)
      if (promoterId !== undefined) tags.add(promoterTag(promoterId))
      timer ??= setTimeout(sendAll, GATHER_MS).unref()
    },
    stop: async () => {
      if (timer) {
        clearTimeout(timer)
        sendAll()
      }
      await sending
    },
  }
}
