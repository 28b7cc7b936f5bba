/** Specification §3, tracking data, as an address says it. `timestamp` in milliseconds since the epoch. */
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

/** The longest value that is kept; the server takes no longer one. */
const LONGEST = 200

/**
 * Specification §4: what the parameters of an address say. Undefined unless one of ref, utm_source, utm_medium and utm_campaign is
 * there: then what was kept before stays.
 */
export function readCampaign(search: string, now: number): Campaign | undefined {
  const query = new URLSearchParams(search)
  const found: Campaign = {}
  for (const [field, parameter] of PARAMETERS) {
    const value = query.get(parameter)?.trim().slice(0, LONGEST).toWellFormed()
    if (value) found[field] = value
  }
  const { ref, utmSource, utmMedium, utmCampaign } = found
  return ref || utmSource || utmMedium || utmCampaign ? { ...found, timestamp: now } : undefined
}
