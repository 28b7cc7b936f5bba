/** Tracking data from a URL (specification §3). `timestamp` is in milliseconds since the epoch. */
export interface Campaign {
  ref?: string
  utmSource?: string
  utmMedium?: string
  utmCampaign?: string
  utmTerm?: string
  utmContent?: string
  timestamp?: number
}

const PARAMETERS = [
  ['ref', 'ref'],
  ['utmSource', 'utm_source'],
  ['utmMedium', 'utm_medium'],
  ['utmCampaign', 'utm_campaign'],
  ['utmTerm', 'utm_term'],
  ['utmContent', 'utm_content'],
] as const

const MAX_LENGTH = 200

/**
 * Parses tracking data from a query (specification §4). Undefined when ref, utm_source, utm_medium and utm_campaign
 * are all missing; stored tracking data is then kept.
 */
export function readCampaign(search: string, now: number): Campaign | undefined {
  const query = new URLSearchParams(search)
  const found: Campaign = {}
  for (const [field, parameter] of PARAMETERS) {
    const value = query.get(parameter)?.trim().slice(0, MAX_LENGTH).toWellFormed()
    if (value) found[field] = value
  }
  const { ref, utmSource, utmMedium, utmCampaign } = found
  return ref || utmSource || utmMedium || utmCampaign ? { ...found, timestamp: now } : undefined
}
