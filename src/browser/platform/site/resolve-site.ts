import type { Result } from '#model/platform/result.ts'
import { INVALID_SETTINGS, parseSiteSettings, type SiteSettings } from '#model/sites/sites.ts'
import { api } from '#browser/platform/api-client.ts'
import { clientFailure, isUnreachable } from '#browser/platform/read-response.ts'
import { newUuid } from '#browser/platform/uuid.ts'

/**
 * URLs of two endpoints in `contracts/platform/domains.ts`. Responses are checked here without the contracts' schemas, so that less code is
 * loaded.
 */
const RESOLVE = '/api/public/domains/resolve'
const FORCE_SETTINGS = '/api/domains/force-settings'

/** Time limit of each request (specification §9, domain fetch). */
const TIMEOUT_MS = 5000
const RETRY_DELAYS_MS = [1000, 1500]

export interface SiteResolution {
  /** Id of the promoter; null for the main site. */
  userId: string | null
  settings: SiteSettings
}

/** Resolves the site of a host (specification §7), with two retries if the server can't be reached. Never throws. */
export async function resolveSite(host: string): Promise<Result<SiteResolution>> {
  let answer = await ask(RESOLVE, { domain: host })
  for (const delayMs of RETRY_DELAYS_MS) {
    if (!isUnreachable(answer)) break
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    answer = await ask(RESOLVE, { domain: host })
  }
  return readSite(answer)
}

export const fetchSiteResolution = async (
  host: string,
  userId: string | null,
): Promise<Result<SiteResolution>> =>
  readSite(await ask(FORCE_SETTINGS, { domain: host, ...(userId === null ? {} : { userId }) }))

const clientId = newUuid()

async function ask(path: string, query: Record<string, string>): Promise<Result<unknown>> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS)
  const headers = { 'X-Client-ID': clientId, 'Cache-Control': 'no-cache' }
  const answer = await api.get(path, { query, headers, signal: given.signal })
  clearTimeout(timer)
  if (given.signal.aborted) console.warn(`${path} did not answer within ${TIMEOUT_MS} ms`)
  return answer
}

/** Settings without a `siteName` are a separate error (specification §8). */
function readSite(answer: Result<unknown>): Result<SiteResolution> {
  if (!answer.success) return answer
  const { userId = null, settings: given }: Record<string, unknown> = { ...Object(answer.data) }
  const settings = parseSiteSettings(given)
  if (!settings || (userId !== null && typeof userId !== 'string'))
    return clientFailure('RESPONSE_HANDLING_ERROR', INVALID_SETTINGS)
  return { success: true, data: { userId, settings } }
}
