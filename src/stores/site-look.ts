import { atom, computed, onMount, type WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { call } from '#browser/api.ts'
import {
  getLook,
  previewLook,
  putLook,
  uploadBrandPicture,
  type DroppedRule,
  type Look,
} from '#contracts/domains.ts'
import { brandSettings, type SiteSettings } from '#model/sites.ts'
import type { Result } from '#model/result.ts'
import { keepDraft, readKept } from './kept-drafts.ts'
import { byField, conflictIn, refusedFields, type FieldErrors } from './look-errors.ts'
import { LOADING, type Loaded } from './loaded.ts'
import { forPromoter } from './own-promoters.ts'
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
/** The look as somebody else has saved it, when the draft began from an older one. */
export const $lookConflict = atom<Look | undefined>(undefined)
/** Why the newest draft could not be looked at; '' when it could. */
export const $judgeFailure = atom('')

export const $isChanged = computed(
  [$look, $draft],
  ({ data }, draft) => Boolean(data && draft) && !isSame(data?.settings, draft),
)

onMount($look, () => void loadLook())

/**
 * What was written and not saved is there again after a reload, over what others have saved meanwhile. Where both have changed
 * the same, that is asked about.
 */
export async function loadLook(): Promise<void> {
  const answer = await call(getLook, {}, forPromoter())
  if (!answer.success) return $look.set({ failure: answer.error.message })
  const { settings, droppedCss } = answer.data
  $judged.set({ settings, droppedCss })
  const kept = readKept(SPOT, {
    base: (value) => z.safeParse(began, value).data,
    draft: (value) => z.safeParse(written, value).data,
  })
  $look.set({ data: answer.data })
  $draft.set(settings)
  if (!kept) return
  const mine = changesOf(kept.base.settings, kept.draft)
  if (isContested(mine, kept.base.settings, settings)) {
    $look.set({ data: { ...answer.data, ...kept.base } })
    $draft.set(kept.draft)
    $lookConflict.set(answer.data)
  } else $draft.set({ ...settings, ...mine })
  await judgeDraft()
}

const SPOT = { kind: 'siteLookDraft' } as const
/** Texts, whatever they say. */
const written = z.object({
  siteName: z.string(),
  logoUrl: z.string(),
  faviconUrl: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  customCss: z.string(),
})
const began = z.object({ version: z.int(), settings: written })

/** Whether somebody else has made something else of a field that was changed here. */
function isContested(mine: Partial<SiteSettings>, base: SiteSettings, theirs: SiteSettings): boolean {
  // Every entry of a change is one of its fields.
  const entries = Object.entries(mine) as [keyof SiteSettings, string][]
  return entries.some(([field, value]) => theirs[field] !== base[field] && theirs[field] !== value)
}

/** The fields that a draft has made different from where it began. */
function changesOf(base: SiteSettings, draft: SiteSettings): Partial<SiteSettings> {
  // Every entry of a draft is one of its fields.
  const entries = Object.entries(draft) as [keyof SiteSettings, string][]
  return Object.fromEntries(entries.filter(([field, value]) => value !== base[field]))
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

/** Back to what is saved: what somebody else has saved, when that is known. */
export function discardDraft(): void {
  const saved = $lookConflict.get() ?? $look.get().data
  if (!saved) return
  $look.set({ data: saved })
  stopJudging()
  refusedPictures = {}
  $draft.set(saved.settings)
  keep(undefined)
  $lookErrors.set({})
  $lookConflict.set(undefined)
  $judgeFailure.set('')
  $judged.set({ settings: saved.settings, droppedCss: saved.droppedCss })
}

/** Of two who changed the look: what the draft has changed goes over what the other has saved, or it goes away. */
export async function settleConflict(choice: 'mine' | 'theirs'): Promise<void> {
  const [theirs, draft, base] = [$lookConflict.get(), $draft.get(), $look.get().data]
  if (!theirs || !draft || !base) return
  if (choice === 'theirs') return discardDraft()
  $look.set({ data: theirs })
  $lookConflict.set(undefined)
  const mine = { ...theirs.settings, ...changesOf(base.settings, draft) }
  $draft.set(mine)
  keep(mine)
  await judgeDraft()
}

/** Counts what was asked: only the newest answer counts. */
let asked = 0

/** What was asked for has nothing to say any more. */
function stopJudging(): void {
  clearTimeout(pause)
  asked += 1
}

/** Pictures that a save has found missing, by field: only a save looks for them. */
let refusedPictures: Readonly<Record<string, { url: string; message: string }>> = {}

/** What is still wrong with the pictures: those that have not been changed since. */
function pictureErrors(draft: SiteSettings): FieldErrors {
  const fields = (['logoUrl', 'faviconUrl'] as const).filter(
    (field) => refusedPictures[field]?.url === draft[field],
  )
  return Object.fromEntries(fields.map((field) => [field, refusedPictures[field]?.message ?? '']))
}

function rememberPictures(draft: SiteSettings, errors: FieldErrors): void {
  const fields = (['logoUrl', 'faviconUrl'] as const).filter((field) => errors[field] !== undefined)
  refusedPictures = Object.fromEntries(
    fields.map((field) => [field, { url: draft[field], message: errors[field] ?? '' }]),
  )
}

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
  $lookErrors.set({ ...pictureErrors(settings), ...refused })
  $judgeFailure.set(answer.success || refused ? '' : answer.error.message)
  if (answer.success) $judged.set({ settings, droppedCss: answer.data.droppedCss })
}

/** What was written meanwhile stays a draft. A refusal changes nothing, and is not taken back by what was asked before. */
export async function saveLook(): Promise<Result<Look>> {
  stopJudging()
  const draft = $draft.get()
  const version = $look.get().data?.version
  const parsed = brandSettings.safeParse(draft)
  if (!parsed.success) {
    $lookErrors.set(byField(parsed.error.issues))
    return { success: false, error: { code: 'VALIDATION_ERROR', message: 'Please check these fields.' } }
  }
  const answer = withReason(await call(putLook, { body: { settings: parsed.data, version } }, forPromoter()))
  if (!answer.success) {
    const errors = refusedFields(answer) ?? {}
    $lookErrors.set(errors)
    rememberPictures(parsed.data, errors)
    $lookConflict.set(conflictIn(answer))
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
  const look = $look.get().data
  if (!look) return
  const { version, settings } = look
  keepDraft(SPOT, draft && { base: { version, settings }, draft })
}
