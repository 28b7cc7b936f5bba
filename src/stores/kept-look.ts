import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'
import { readSettings, type SiteSettings } from '#model/sites.ts'
import { $promoter } from './own-promoters.ts'

/** A look that is being written, with the one that it began from. */
export interface KeptDraft {
  base: SiteSettings
  draft: SiteSettings
}

/** For the promoter that the console is about. Undefined forgets it. */
export function keepDraft(kept: KeptDraft | undefined): void {
  const promoterId = $promoter.get()?.id
  writeStored('sessionStorage', SESSION_KEYS.siteLookDraft, kept && { promoterId, ...kept })
}

/** Undefined as well when it is another promoter's. */
export function readKeptDraft(): KeptDraft | undefined {
  const stored = readStored('sessionStorage', SESSION_KEYS.siteLookDraft)
  if (typeof stored !== 'object' || stored === null) return undefined
  const { promoterId, base, draft }: Record<string, unknown> = { ...stored }
  if (promoterId !== $promoter.get()?.id) return undefined
  const [began, written] = [readSettings(base), readSettings(draft)]
  return began && written && { base: began, draft: written }
}
