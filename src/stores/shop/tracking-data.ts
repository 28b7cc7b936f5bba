import { persistentStore, sessionStore } from '#browser/platform/persistent-store.ts'
import type { Campaign } from '#model/sales/tracking/campaign.ts'

export const TRACKING_DATA = 'trackingData'

/** Specification §3, §9: tracking data. Drops invalid fields, because other scripts can write there. */
export const $trackingData = persistentStore(TRACKING_DATA, (stored): Campaign | undefined => {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const kept = Object.entries(stored).filter(([name, value]) =>
    name === 'timestamp' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 200,
  )
  return Object.fromEntries(kept)
})

/** References whose click was reported in this session. */
export const $trackedRefs = sessionStore('trackedRefs', (stored): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : undefined,
)
