import { atom, computed, onMount, type WritableAtom } from 'nanostores'
import { call } from '#browser/api.ts'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'
import {
  getLook,
  previewLook,
  putLook,
  uploadBrandPicture,
  type DroppedRule,
  type Look,
} from '#contracts/domains.ts'
import { brandSettings, readSettings, type SiteSettings } from '#model/sites.ts'
import type { Result } from '#model/result.ts'
import { byField, refusedFields, type FieldErrors } from './look-errors.ts'
import { LOADING, type Loaded } from './loaded.ts'
import { $promoter, forPromoter } from './own-promoters.ts'
import { withReason } from './refusal-words.ts'

/** A draft that the server has looked at: what would be served of it. */
export interface JudgedLook {
  settings: SiteSettings
  droppedCss: readonly DroppedRule[]
}

/** The look as it is saved. */
export const $look: WritableAtom<Loaded<Look>> = atom(LOADING)
/** As it is being written: texts that need not fit yet. It outlives the page, not the tab. */
export const $draft = atom<SiteSettings | undefined>(undefined)
/** The newest draft that would do. */
export const $judged = atom<JudgedLook | undefined>(undefined)
/** What is wrong with the draft, by field. */
export const $lookErrors = atom<FieldErrors>({})
/** Why the newest draft could not be looked at; '' when it could. */
export const $judgeFailure = atom('')

export const $isChanged = computed(
  [$look, $draft],
  ({ data }, draft) => Boolean(data && draft) && !isSame(data?.settings, draft),
)

onMount($look, () => void loadLook())

/** What was written and not saved is there again after a reload. */
export async function loadLook(): Promise<void> {
  const answer = await call(getLook, {}, forPromoter())
  if (!answer.success) return $look.set({ failure: answer.error.message })
  const { settings, droppedCss } = answer.data
  $look.set({ data: answer.data })
  $judged.set({ settings, droppedCss })
  const kept = readKept()
  $draft.set(kept ?? settings)
  if (kept) await judgeDraft()
}

/** How long after a change the draft is looked at: somebody who types is not asked about every letter. */
const PAUSE_MS = 300
let pause: ReturnType<typeof setTimeout> | undefined

export function writeDraft(change: Partial<SiteSettings>): void {
  const draft = $draft.get()
  if (!draft) return
  const changed = { ...draft, ...change }
  $draft.set(changed)
  keep(changed)
  clearTimeout(pause)
  pause = setTimeout(() => void judgeDraft(), PAUSE_MS)
}

export function discardDraft(): void {
  const saved = $look.get().data
  if (!saved) return
  clearTimeout(pause)
  asked += 1
  $draft.set(saved.settings)
  keep(undefined)
  $lookErrors.set({})
  $judgeFailure.set('')
  $judged.set({ settings: saved.settings, droppedCss: saved.droppedCss })
}

/** Counts what was asked: only the newest answer counts. */
let asked = 0

/** What the draft would be served as. One that would be refused leaves what is shown as it is. */
export async function judgeDraft(): Promise<void> {
  const draft = $draft.get()
  const parsed = brandSettings.safeParse(draft)
  asked += 1
  const mine = asked
  if (!parsed.success) return $lookErrors.set(byField(parsed.error.issues))
  const settings = parsed.data
  const answer = withReason(await call(previewLook, { body: { settings } }, forPromoter()))
  if (mine !== asked) return
  const refused = refusedFields(answer)
  $lookErrors.set(refused ?? {})
  $judgeFailure.set(answer.success || refused ? '' : answer.error.message)
  if (answer.success) $judged.set({ settings, droppedCss: answer.data.droppedCss })
}

/** What was written meanwhile stays a draft. A refusal changes nothing. */
export async function saveLook(): Promise<Result<Look>> {
  const draft = $draft.get()
  const parsed = brandSettings.safeParse(draft)
  if (!parsed.success) {
    $lookErrors.set(byField(parsed.error.issues))
    return { success: false, error: { code: 'VALIDATION_ERROR', message: 'Some fields need another look.' } }
  }
  const answer = withReason(await call(putLook, { body: { settings: parsed.data } }, forPromoter()))
  if (!answer.success) {
    $lookErrors.set(refusedFields(answer) ?? {})
    return answer
  }
  const { settings, droppedCss } = answer.data
  $look.set({ data: answer.data })
  if (isSame($draft.get(), draft)) {
    $draft.set(settings)
    keep(undefined)
    $lookErrors.set({})
    $judged.set({ settings, droppedCss })
  }
  return answer
}

/** Nobody sees the picture until the look is saved. */
export async function uploadPicture(kind: 'logo' | 'favicon', file: Blob): Promise<Result<{ url: string }>> {
  const answer = await call(uploadBrandPicture, { params: { kind } }, { file, ...forPromoter() })
  if (answer.success)
    writeDraft(kind === 'logo' ? { logoUrl: answer.data.url } : { faviconUrl: answer.data.url })
  return withReason(answer)
}

const isSame = (one: SiteSettings | undefined, other: SiteSettings | undefined): boolean =>
  JSON.stringify(one, FIELDS) === JSON.stringify(other, FIELDS)

const FIELDS = Object.keys(brandSettings.shape)

/** Undefined forgets it. */
function keep(draft: SiteSettings | undefined): void {
  const promoterId = $promoter.get()?.id
  writeStored('sessionStorage', SESSION_KEYS.siteLookDraft, draft && { promoterId, draft })
}

function readKept(): SiteSettings | undefined {
  const stored = readStored('sessionStorage', SESSION_KEYS.siteLookDraft)
  if (typeof stored !== 'object' || stored === null || !('promoterId' in stored) || !('draft' in stored))
    return undefined
  return stored.promoterId === $promoter.get()?.id ? readSettings(stored.draft) : undefined
}
