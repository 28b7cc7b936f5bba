import { atom, computed, onMount } from 'nanostores'
import * as z from 'zod/mini'
import { call } from '#browser/api.ts'
import {
  getBranding,
  lookAnswer,
  previewBranding,
  putBranding,
  uploadBrandPicture,
  type DroppedRule,
  type Look,
} from '#contracts/domains.ts'
import { brandSettings, type SiteSettings } from '#model/sites/sites.ts'
import type { Result } from '#model/platform/result.ts'
import { conflictIn } from './edit-conflict.ts'
import { keepDraft, readKept } from './kept-drafts.ts'
import { byField, refusedFields, type FieldErrors } from './look-errors.ts'
import { forPromoter } from './own-promoters.ts'
import { withReason } from './refusal-words.ts'
import { createResourceOf } from './resource.ts'

/** A draft checked by the server: what would be served. */
export interface JudgedLook {
  settings: SiteSettings
  droppedCss: readonly DroppedRule[]
}

/** The saved branding. */
const loaded = createResourceOf<Look, void>(
  () => call(getBranding, {}, forPromoter()),
  () => '',
)
export const $look = loaded.$store
/** Form values; they need not be valid yet. Kept across reloads in this tab. */
export const $draft = atom<SiteSettings | undefined>(undefined)
/** Latest valid draft. */
export const $judged = atom<JudgedLook | undefined>(undefined)
/** Errors by field. */
export const $lookErrors = atom<FieldErrors>({})
/** Branding saved by someone else after editing started. */
export const $lookConflict = atom<Look | undefined>(undefined)
/** Why the latest draft has no preview; '' otherwise. */
export const $judgeFailure = atom('')

export const $isChanged = computed(
  [$look, $draft],
  ({ data }, draft) => Boolean(data && draft) && !isSame(data?.settings, draft),
)

onMount($look, () => void loadBranding())

/** Loads the branding and applies unsaved changes of this tab to it. Fields changed on both sides are a conflict. */
export async function loadBranding(): Promise<void> {
  await loaded.load()
  const { status, data: look } = $look.get()
  if (status !== 'ready' || !look) return
  const { settings, droppedCss } = look
  $judged.set({ settings, droppedCss })
  const kept = readKept(SPOT, {
    base: (value) => z.safeParse(began, value).data,
    draft: (value) => z.safeParse(written, value).data,
  })
  $draft.set(settings)
  if (!kept) return
  const mine = changesOf(kept.base.settings, kept.draft)
  if (isContested(mine, kept.base.settings, settings)) {
    loaded.adopt({ ...look, ...kept.base })
    $draft.set(kept.draft)
    $lookConflict.set(look)
  } else $draft.set({ ...settings, ...mine })
  await judgeDraft()
}

const SPOT = { kind: 'siteLookDraft' } as const
/** Any text, validated or not. */
const written = z.object({
  siteName: z.string(),
  logoUrl: z.string(),
  faviconUrl: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  customCss: z.string(),
})
const began = z.object({ version: z.int(), settings: written })

/** True when someone else has changed a field that was also changed here. */
function isContested(mine: Partial<SiteSettings>, base: SiteSettings, theirs: SiteSettings): boolean {
  // All keys of a change are fields.
  const entries = Object.entries(mine) as [keyof SiteSettings, string][]
  return entries.some(([field, value]) => theirs[field] !== base[field] && theirs[field] !== value)
}

/** Fields of a draft that differ from its base. */
function changesOf(base: SiteSettings, draft: SiteSettings): Partial<SiteSettings> {
  // All keys of a draft are fields.
  const entries = Object.entries(draft) as [keyof SiteSettings, string][]
  return Object.fromEntries(entries.filter(([field, value]) => value !== base[field]))
}

/** Delay after the last input before the draft is checked, in milliseconds. */
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

/** Discards the draft; shows the other person's version if known. */
export function discardDraft(): void {
  const saved = $lookConflict.get() ?? $look.get().data
  if (!saved) return
  loaded.adopt(saved)
  stopJudging()
  refusedPictures = {}
  $draft.set(saved.settings)
  keep(undefined)
  $lookErrors.set({})
  $lookConflict.set(undefined)
  $judgeFailure.set('')
  $judged.set({ settings: saved.settings, droppedCss: saved.droppedCss })
}

/** Resolves a conflict: applies the draft's changes to the other version, or discards them. */
export async function settleConflict(choice: 'mine' | 'theirs'): Promise<void> {
  const [theirs, draft, base] = [$lookConflict.get(), $draft.get(), $look.get().data]
  if (!theirs || !draft || !base) return
  if (choice === 'theirs') return discardDraft()
  loaded.adopt(theirs)
  $lookConflict.set(undefined)
  const mine = { ...theirs.settings, ...changesOf(base.settings, draft) }
  $draft.set(mine)
  keep(mine)
  await judgeDraft()
}

/** Number of the last request; earlier responses are ignored. */
let asked = 0

/** Ignores pending responses. */
function stopJudging(): void {
  clearTimeout(pause)
  asked += 1
}

/** Pictures that a save reported missing, by field; only saving checks them. */
let refusedPictures: Readonly<Record<string, { url: string; message: string }>> = {}

/** Errors of pictures that have not been changed since. */
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

/** Asks the server what the draft would be served as. An invalid draft leaves the preview unchanged. */
export async function judgeDraft(): Promise<void> {
  const draft = $draft.get()
  const parsed = brandSettings.safeParse(draft)
  asked += 1
  const mine = asked
  if (!parsed.success) return $lookErrors.set(byField(parsed.error.issues))
  const settings = parsed.data
  const answer = withReason(await call(previewBranding, { body: { settings } }, forPromoter()))
  if (mine !== asked) return
  const refused = refusedFields(answer)
  $lookErrors.set({ ...pictureErrors(settings), ...refused })
  $judgeFailure.set(answer.success || refused ? '' : answer.error.message)
  if (answer.success) $judged.set({ settings, droppedCss: answer.data.droppedCss })
}

/** Saves the draft; later input stays. An error stays visible when earlier requests respond. */
export async function saveBranding(): Promise<Result<Look>> {
  stopJudging()
  const draft = $draft.get()
  const version = $look.get().data?.version
  const parsed = brandSettings.safeParse(draft)
  if (!parsed.success) {
    $lookErrors.set(byField(parsed.error.issues))
    return { success: false, error: { code: 'VALIDATION_ERROR', message: 'Please check these fields.' } }
  }
  const answer = withReason(
    await call(putBranding, { body: { settings: parsed.data, version } }, forPromoter()),
  )
  if (!answer.success) {
    const errors = refusedFields(answer) ?? {}
    $lookErrors.set(errors)
    rememberPictures(parsed.data, errors)
    $lookConflict.set(conflictIn(answer, lookAnswer))
    return answer
  }
  const { settings, droppedCss } = answer.data
  loaded.adopt(answer.data)
  if (isSame($draft.get(), draft)) {
    $draft.set(settings)
    keep(undefined)
    $lookErrors.set({})
    $judged.set({ settings, droppedCss })
  }
  return answer
}

/** The picture is not shown until the branding is saved. */
export async function uploadPicture(kind: 'logo' | 'favicon', file: Blob): Promise<Result<{ url: string }>> {
  const answer = await call(uploadBrandPicture, { params: { kind } }, { file, ...forPromoter() })
  if (answer.success)
    writeDraft(kind === 'logo' ? { logoUrl: answer.data.url } : { faviconUrl: answer.data.url })
  return withReason(answer)
}

const isSame = (one: SiteSettings | undefined, other: SiteSettings | undefined): boolean =>
  JSON.stringify(one, FIELDS) === JSON.stringify(other, FIELDS)

const FIELDS = Object.keys(brandSettings.shape)

/** Undefined deletes the stored draft. */
function keep(draft: SiteSettings | undefined): void {
  const look = $look.get().data
  if (!look) return
  const { version, settings } = look
  keepDraft(SPOT, draft && { base: { version, settings }, draft })
}
