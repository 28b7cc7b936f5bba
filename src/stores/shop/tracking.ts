import { api } from '#browser/platform/api-client.ts'
import { now } from '#browser/platform/clock.ts'
import { isStored, sessionStore } from '#browser/platform/persistent-store.ts'
import { isListOf, isShape, isString } from '#browser/platform/shapes.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import { readCampaign, type Campaign } from '#model/sales/tracking/campaign.ts'
import type { Failure } from '#model/platform/result.ts'
import { $trackedRefs, $trackingData, TRACKING_DATA } from './tracking-data.ts'

/** URLs of the endpoints in `contracts/shop/tracking.ts`. The contracts aren't loaded, because they are only needed to read responses. */
const CLICK = '/api/tracking-links/'
const LOG = '/api/tracking-debug/log'

const MAX_REF_LENGTH = 64
const MAX_MESSAGE_LENGTH = 500

type EventType =
  | 'tracking_saved'
  | 'tracking_kept'
  | 'tracking_save_failed'
  | 'click_reported'
  | 'click_refused'
  | 'click_failed'

export interface Visit {
  eventType: EventType
  /** New tracking data; undefined if the URL's parameters aren't sufficient, so that existing data stays. */
  campaign?: Campaign
}

/** Stores the tracking data of the URL if it is sufficient; otherwise keeps existing data (specification §4). */
export function storeTracking(search: string): Visit {
  const campaign = readCampaign(search, now())
  if (!campaign) return { eventType: 'tracking_kept' }
  $trackingData.set(campaign)
  return { eventType: isStored(TRACKING_DATA) ? 'tracking_saved' : 'tracking_save_failed', campaign }
}

/** Sends the visit to the debug log, and reports the click of its `ref` once per session (specification §4). */
export async function reportVisit({ eventType, campaign }: Visit): Promise<void> {
  await log(eventType, { ...(campaign ?? $trackingData.get()) })
  if (campaign) await reportClick(campaign)
}

/** Reports the click. If reporting fails, the click is reported with the next visit. */
async function reportClick(campaign: Campaign): Promise<void> {
  const { ref } = campaign
  const tracked = $trackedRefs.get() ?? []
  if (!ref || ref.length > MAX_REF_LENGTH || tracked.includes(ref)) return
  $trackedRefs.set([...tracked, ref])
  const answer = await api.post(`${CLICK}${encodeURIComponent(ref)}/click`, campaign, { keepalive: true })
  if (answer.success) return log('click_reported', campaign)
  const message = `${answer.error.code}: ${answer.error.message}`
  if (isFinal(answer)) return log('click_refused', campaign, message)
  $trackedRefs.set(tracked)
  return log('click_failed', campaign, message)
}

/** Returns true if a retry can't succeed, because the server doesn't know the link or refuses the click. */
const isFinal = ({ status }: Failure): boolean => status !== undefined && status < 500 && status !== 429

const isSession = isShape({ id: isString, logged: isListOf(isString) })

/** Session id for the log, and the events already logged, so that each is logged once per session. */
const $session = sessionStore('trackingSession', (stored) => (isSession(stored) ? stored : undefined))

/** Sends an event to the tracking debug log (specification §7). */
async function log(eventType: EventType, data: Campaign, message?: string): Promise<void> {
  const { id, logged } = $session.get() ?? { id: newUuid(), logged: [] }
  const { ref } = data
  const entry = `${eventType} ${ref ?? ''}`
  if (logged.includes(entry)) return
  $session.set({ id, logged: [...logged, entry] })
  const { origin, pathname } = window.location
  const body = {
    eventType,
    ...(ref && ref.length <= MAX_REF_LENGTH && { trackingLinkId: ref }),
    data,
    ...(message && { message: message.slice(0, MAX_MESSAGE_LENGTH) }),
    url: (origin + pathname).slice(0, MAX_MESSAGE_LENGTH),
    sessionId: id,
    timestamp: now(),
  }
  await api.post(LOG, body, { keepalive: true })
}
