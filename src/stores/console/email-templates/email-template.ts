import { atom, computed } from 'nanostores'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import {
  deleteEmailTemplate,
  getEmailTemplate,
  emailTemplateView,
  previewEmailTemplate,
  putEmailTemplate,
  sendTestEmail,
  type EmailTemplateView,
} from '#contracts/console/email-templates.ts'
import type { TemplateText } from '#model/messages/email-templates.ts'
import type { Result } from '#model/platform/result.ts'
import { createDraft } from '#stores/console/editing/drafts.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { createLatestRequest } from '#stores/platform/latest-request.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createDebouncer } from '#stores/console/editing/debouncer.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { mapData } from '#stores/platform/resource.ts'

export interface RenderedTemplate {
  source: TemplateText
  subject: string
  text: string
  removedLinks: readonly string[]
}

export type TextErrors = Readonly<Partial<Record<keyof TemplateText, readonly string[]>>>

const isSame = (one: TemplateText | undefined, other: TemplateText | undefined): boolean =>
  one?.subject === other?.subject && one?.body === other?.body

const templateDraft = createDraft<EmailTemplateView, TemplateText>({
  fetchView: async (key) =>
    mapData(await callPromoter(getEmailTemplate, { params: { key } }), ({ letter }) => letter),
  spotOf: ({ key }) => ({ kind: 'letterDraft', id: key }),
  content: z.object({ subject: z.string(), body: z.string() }),
  contentOf: ({ subject, body }) => ({ subject, body }),
  isSame,
  mergesFields: false,
})

export const $template = templateDraft.$saved
export const $templateText = templateDraft.$content
export const $renderedTemplate = atom<RenderedTemplate | undefined>(undefined)
export const $templateErrors = atom<TextErrors>({})
export const $templatePreviewFailure = atom('')
export const $templateConflict = templateDraft.$theirs

export const $isTemplateEdited = computed(
  [$template, $templateText],
  ({ data }, words) => Boolean(data && words) && !isSame(data, words),
)

export async function openTemplate(key: string): Promise<void> {
  if (await templateDraft.open(key)) await renderTemplate()
}

/** Delay after the last input before the preview is updated, in milliseconds. */
const PAUSE_MS = 400
const pause = createDebouncer()
const previews = createLatestRequest()

export function editTemplate(change: Partial<TemplateText>): void {
  if (!$templateText.get()) return
  templateDraft.write(change)
  pause.start(renderTemplate, PAUSE_MS)
}

export async function renderTemplate(): Promise<void> {
  const [words, { data }] = [$templateText.get(), $template.get()]
  if (!words || !data) return
  pause.stop()
  const isLatest = previews.begin()
  const answer = withReason(
    await callPromoter(previewEmailTemplate, { params: { key: data.key }, body: words }),
  )
  if (!isLatest()) return
  const errors = errorsIn(answer)
  $templateErrors.set(errors ?? {})
  $templatePreviewFailure.set(answer.success || errors ? '' : answer.error.message)
  if (!answer.success) return
  const { subject, text, removedLinks } = answer.data
  $renderedTemplate.set({ source: words, subject, text, removedLinks })
}

export function saveTemplate(): Promise<Result<{ letter: EmailTemplateView }>> {
  const [words, { data }] = [$templateText.get(), $template.get()]
  const body = { subject: '', body: '', ...words, version: baseVersion() }
  return change(putEmailTemplate, { params: { key: data?.key ?? '' }, body })
}

const baseVersion = (): number => templateDraft.$draft.get()?.base.version ?? 0

/** Restores the default text. After a conflict, the other person's text is shown. */
export async function resetTemplate(): Promise<Result<{ letter: EmailTemplateView }>> {
  const { key = '' } = $template.get().data ?? {}
  const before = $templateText.get()
  const answer = await change(deleteEmailTemplate, {
    params: { key },
    query: { version: String(baseVersion()) },
  })
  if ($templateConflict.get() && isSame($templateText.get(), before)) await discardTemplate()
  return answer
}

async function change<E extends typeof putEmailTemplate | typeof deleteEmailTemplate>(
  contract: E & Endpoint,
  input: Parameters<typeof callPromoter<E>>[1],
): Promise<Result<{ letter: EmailTemplateView }>> {
  pause.stop()
  previews.begin()
  const before = $templateText.get()
  const answer: Result<{ letter: EmailTemplateView }> = withReason(await callPromoter(contract, input))
  if (!answer.success) {
    $templateErrors.set(errorsIn(answer) ?? {})
    const theirs = conflictingVersionIn(answer, emailTemplateView)
    if (theirs) templateDraft.contest(theirs)
    return answer
  }
  const { letter } = answer.data
  if (before && !isSame($templateText.get(), before)) templateDraft.continueFrom(letter, before)
  else {
    templateDraft.adopt(letter)
    await renderTemplate()
  }
  return answer
}

/** Resolves a conflict: keeps this text, to be saved next, or discards it. */
export async function resolveTemplateConflict(choice: 'mine' | 'theirs'): Promise<void> {
  if (choice === 'theirs') return discardTemplate()
  templateDraft.keepMine()
}

export async function discardTemplate(): Promise<void> {
  templateDraft.discard()
  await renderTemplate()
}

export async function sendTestOfTemplate(): Promise<Result<{ to: string }>> {
  const [words, { data }] = [$templateText.get(), $template.get()]
  const body = { key: data?.key ?? '', subject: '', body: '', ...words }
  const answer = withReason(await callPromoter(sendTestEmail, { body }))
  const errors = errorsIn(answer)
  if (errors) $templateErrors.set(errors)
  return answer
}

const refused = z.array(z.object({ path: z.enum(['subject', 'body']), message: z.string() }))

function errorsIn(answer: Result<unknown>): TextErrors | undefined {
  const found = answer.success ? undefined : refused.safeParse(answer.error.details).data
  if (!found || found.length === 0) return undefined
  const of = (path: keyof TemplateText): string[] =>
    found.flatMap((each) => (each.path === path ? [each.message] : []))
  return { subject: of('subject'), body: of('body') }
}
