import { readAccessToken } from '#browser/storage.ts'
import { readTrackedRefs, writeTracking, writeTrackedRefs } from '#browser/stored-tracking.ts'
import { readCampaign, type Campaign } from '#model/campaign.ts'

/** Two calls of `contracts/tracking.ts`, without the schemas and the client: a page's script has no room for them. */
const CLICK = '/api/tracking-links/'
const LOG = '/api/tracking-debug/log'

/** The longest reference that any link has. */
const LONGEST_REF = 64

/** Specification §4: keeps what the page's address says, if it says enough; else what is there stays. */
export function keepTracking(search: string, now: number): Campaign | undefined {
  const found = readCampaign(search, now)
  if (found) writeTracking(found)
  return found
}

/** Specification §4: reports the click of a reference, once in a session. What fails is told to the log, and tried with the next visit. */
export async function reportClick(campaign: Campaign | undefined): Promise<void> {
  const { ref } = campaign ?? {}
  const tracked = readTrackedRefs()
  if (!ref || ref.length > LONGEST_REF || tracked.includes(ref)) return
  writeTrackedRefs([...tracked, ref])
  const message = await send(`${CLICK}${encodeURIComponent(ref)}/click`, campaign)
  if (message === undefined) return
  writeTrackedRefs(readTrackedRefs().filter((each) => each !== ref))
  const { origin, pathname } = window.location
  const told = {
    eventType: 'click_failed',
    trackingLinkId: ref,
    url: origin + pathname,
    timestamp: campaign?.timestamp,
  }
  await send(LOG, { ...told, message })
}

/** Sent to its end though the page is left. Answers what went wrong; that a link is unknown, or ours to refuse, is an answer. */
async function send(address: string, body: unknown): Promise<string | undefined> {
  const token = readAccessToken()
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
      keepalive: true,
    })
    // An answer that nobody reads is one that the browser goes on waiting for.
    await answer.text()
    return answer.status >= 500 || answer.status === 429 ? `HTTP ${answer.status}` : undefined
  } catch (error) {
    return String(error)
  }
}
