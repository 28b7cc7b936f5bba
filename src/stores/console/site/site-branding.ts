import { atom, computed, onMount } from 'nanostores'
import * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import {
  getBranding,
  branding,
  previewBranding,
  putBranding,
  uploadBrandPicture,
  type DroppedCssRule,
  type Branding,
} from '#contracts/console/domains.ts'
import { brandSettings } from '#model/sites/brand-settings.ts'
import type { SiteSettings } from '#model/sites/sites.ts'
import type { Result } from '#model/platform/result.ts'
import { createDraft } from '#stores/console/editing/drafts.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { createLatestRequest } from '#stores/platform/latest-request.ts'
import { messagesByField, refusedFields, type FieldErrors } from './branding-errors.ts'
import { promoterHeaders } from '#stores/console/own-promoters.ts'
import { createDebouncer } from '#stores/console/editing/debouncer.ts'
import { withReason } from '#stores/platform/error-message.ts'

/** Branding as the server would apply it. `droppedCss`: rules that it would remove from the CSS. */
export interface CheckedBranding {
  settings: SiteSettings
  droppedCss: readonly DroppedCssRule[]
}

const brandingDraft = createDraft<Branding, SiteSettings>({
  fetchView: () => call(getBranding, {}, promoterHeaders()),
  spotOf: () => ({ kind: 'siteLookDraft' }),
  content: z.object({
    siteName: z.string(),
    logoUrl: z.string(),
    faviconUrl: z.string(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
    customCss: z.string(),
  }),
  contentOf: ({ settings }) => settings,
  isSame,
  mergesFields: true,
})

export const $branding = brandingDraft.$saved
/** Form values, kept in this tab across reloads. They may be invalid while the user edits. */
export const $brandingDraft = brandingDraft.$content
export const $checkedBranding = atom<CheckedBranding | undefined>(undefined)
export const $brandingErrors = atom<FieldErrors>({})
export const $brandingConflict = brandingDraft.$theirs
export const $brandingCheckFailure = atom('')

export const $isBrandingChanged = computed(
  [$branding, $brandingDraft],
  ({ data }, draft) => Boolean(data && draft) && !isSame(data?.settings, draft),
)

onMount($branding, () => void loadBranding())

/** Loads the branding and applies this tab's unsaved changes to it. A field that changed in both is a conflict. */
export async function loadBranding(): Promise<void> {
  const current = await brandingDraft.open('')
  if (!current) return
  $checkedBranding.set({ settings: current.settings, droppedCss: current.droppedCss })
  if (!isSame($brandingDraft.get(), current.settings)) await checkBrandingDraft()
}

/** Delay after the last input before the draft is checked, in milliseconds. */
const PAUSE_MS = 300
const pause = createDebouncer()
const checks = createLatestRequest()

export function writeBrandingDraft(change: Partial<SiteSettings>): void {
  if (!$brandingDraft.get()) return
  brandingDraft.write(change)
  pause.start(checkBrandingDraft, PAUSE_MS)
}

export function discardBrandingDraft(): void {
  brandingDraft.discard()
  const { data: saved } = $branding.get()
  if (!saved) return
  stopChecking()
  refusedPictures = {}
  $brandingErrors.set({})
  $brandingCheckFailure.set('')
  $checkedBranding.set({ settings: saved.settings, droppedCss: saved.droppedCss })
}

/** Resolves a conflict: applies the draft's changes to the other person's version, or discards them. */
export async function resolveBrandingConflict(choice: 'mine' | 'theirs'): Promise<void> {
  if (!$brandingConflict.get()) return
  if (choice === 'theirs') return discardBrandingDraft()
  brandingDraft.keepMine()
  await checkBrandingDraft()
}

function stopChecking(): void {
  pause.stop()
  checks.begin()
}

/** Images that are missing on the server, by field. Only saving detects them. */
let refusedPictures: Readonly<Record<string, { url: string; message: string }>> = {}

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

/** Asks the server how the site would look with the draft. An invalid draft leaves the preview unchanged. */
export async function checkBrandingDraft(): Promise<void> {
  const draft = $brandingDraft.get()
  const parsed = brandSettings.safeParse(draft)
  const isLatest = checks.begin()
  if (!parsed.success) return $brandingErrors.set(messagesByField(parsed.error.issues))
  const settings = parsed.data
  const answer = withReason(await call(previewBranding, { body: { settings } }, promoterHeaders()))
  if (!isLatest()) return
  const refused = refusedFields(answer)
  $brandingErrors.set({ ...pictureErrors(settings), ...refused })
  $brandingCheckFailure.set(answer.success || refused ? '' : answer.error.message)
  if (answer.success) $checkedBranding.set({ settings, droppedCss: answer.data.droppedCss })
}

export async function saveBranding(): Promise<Result<Branding>> {
  stopChecking()
  const draft = $brandingDraft.get()
  const version = brandingDraft.$draft.get()?.base.version
  const parsed = brandSettings.safeParse(draft)
  if (!parsed.success) {
    $brandingErrors.set(messagesByField(parsed.error.issues))
    return { success: false, error: { code: 'VALIDATION_ERROR', message: 'Please check these fields.' } }
  }
  const answer = withReason(
    await call(putBranding, { body: { settings: parsed.data, version } }, promoterHeaders()),
  )
  if (!answer.success) {
    const errors = refusedFields(answer) ?? {}
    $brandingErrors.set(errors)
    rememberPictures(parsed.data, errors)
    const theirs = conflictingVersionIn(answer, branding)
    if (theirs) brandingDraft.contest(theirs)
    return answer
  }
  const { settings, droppedCss } = answer.data
  if (draft && !isSame($brandingDraft.get(), draft)) brandingDraft.continueFrom(answer.data, draft)
  else {
    brandingDraft.adopt(answer.data)
    $brandingErrors.set({})
    $checkedBranding.set({ settings, droppedCss })
  }
  return answer
}

/** Uploads a logo or icon. It isn't shown until the branding is saved. */
export async function uploadImage(kind: 'logo' | 'favicon', file: Blob): Promise<Result<{ url: string }>> {
  const answer = await call(uploadBrandPicture, { params: { kind } }, { file, ...promoterHeaders() })
  if (answer.success)
    writeBrandingDraft(kind === 'logo' ? { logoUrl: answer.data.url } : { faviconUrl: answer.data.url })
  return withReason(answer)
}

function isSame(one: SiteSettings | undefined, other: SiteSettings | undefined): boolean {
  const fields = Object.keys(brandSettings.shape)
  return JSON.stringify(one, fields) === JSON.stringify(other, fields)
}
