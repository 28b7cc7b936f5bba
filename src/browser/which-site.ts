import type { Result } from '#model/result.ts'
import { INVALID_SETTINGS, readSettings, type SiteSettings } from '#model/sites.ts'
import { api } from './api.ts'
import { clientFailure } from './read-response.ts'
import { newUuid } from './uuid.ts'

/** Two calls of `contracts/domains.ts`, whose schemas this page does without: what it reads of an answer it checks itself. */
const RESOLVE = '/api/public/domains/resolve'
const FORCE_SETTINGS = '/api/domains/force-settings'

/** Specification §9, domain fetch. */
const TIMEOUT_MS = 5000
const RETRY_DELAYS_MS = [1000, 1500]

/** A server that is away, overloaded or behind a proxy that can't reach it, or a network that let us down. */
const WORTH_A_RETRY = /^(UNAVAILABLE|HTTP_ERROR_50[234]|NETWORK_ERROR|REQUEST_ERROR|RESPONSE_READ_ERROR)$/

export interface WhichSite {
  /** The promoter's; null for the main site. */
  userId: string | null
  settings: SiteSettings
}

/** Specification §7: asks the server which site this host is, twice more when it could not answer. Never throws. */
export async function askWhichSite(host: string): Promise<Result<WhichSite>> {
  for (const delayMs of RETRY_DELAYS_MS) {
    const answer = await ask(RESOLVE, { domain: host })
    if (answer.success || !WORTH_A_RETRY.test(answer.error.code)) return answer
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
  return ask(RESOLVE, { domain: host })
}

/** The settings once more, and the browser remembers them. */
export const fetchSettings = (host: string, userId: string | null): Promise<Result<WhichSite>> =>
  ask(FORCE_SETTINGS, { domain: host, ...(userId === null ? {} : { userId }) })

const clientId = newUuid()

async function ask(path: string, query: Record<string, string>): Promise<Result<WhichSite>> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS)
  const headers = { 'X-Client-ID': clientId, 'Cache-Control': 'no-cache' }
  const answer = await api.get(path, { query, headers, signal: given.signal })
  clearTimeout(timer)
  if (given.signal.aborted) console.warn(`${path} did not answer within ${TIMEOUT_MS} ms`)
  return answer.success ? readSite(answer.data) : answer
}

/** Specification §8: settings without a string siteName are an error of their own. */
function readSite(data: unknown): Result<WhichSite> {
  const { userId = null, settings: given }: Record<string, unknown> = { ...Object(data) }
  const settings = readSettings(given)
  if (!settings || (userId !== null && typeof userId !== 'string'))
    return clientFailure('RESPONSE_HANDLING_ERROR', INVALID_SETTINGS)
  return { success: true, data: { userId, settings } }
}
