import type { Campaign } from '#model/campaign.ts'
import { readStored, SESSION_KEYS, STORAGE_KEYS, writeStored } from './storage.ts'

/** What is kept, as far as it has the shape of it; somebody else may have written there. */
export function readTracking(): Campaign | undefined {
  const stored = readStored('localStorage', STORAGE_KEYS.tracking)
  if (typeof stored !== 'object' || stored === null) return undefined
  const kept = Object.entries(stored).filter(([name, value]) =>
    name === 'timestamp' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 200,
  )
  return Object.fromEntries(kept)
}

export const writeTracking = (campaign: Campaign): boolean =>
  writeStored('localStorage', STORAGE_KEYS.tracking, campaign)

/** References whose click this session has reported. */
export function readTrackedRefs(): string[] {
  const stored = readStored('sessionStorage', SESSION_KEYS.trackedRefs)
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

export const writeTrackedRefs = (refs: readonly string[]): boolean =>
  writeStored('sessionStorage', SESSION_KEYS.trackedRefs, refs)
