import { persistentStore, sessionStore } from '#browser/platform/persistent-store.ts'
import type { Campaign } from '#model/sales/tracking/campaign.ts'

export const TRACKING_DATA = 'trackingData'

/** Tracking data of this browser (specification §3, §9). Invalid fields are dropped, because other scripts can write to the storage. */
export const $trackingData = persistentStore(TRACKING_DATA, (stored): Campaign | undefined => {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const kept = Object.entries(stored).filter(([name, value]) =>
    name === 'timestamp' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 200,
  )
  return Object.fromEntries(kept)
})

/** Codes (`ref`) whose click was reported in this session. */
export const $trackedRefs = sessionStore('trackedRefs', (stored): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : undefined,
)
