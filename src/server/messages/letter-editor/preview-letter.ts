import type { previewLetter as contract } from '#contracts/console/letters.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isLetterKey, letterKind, type TemplateText } from '#model/messages/letters.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { withOwnLinks } from '#server/messages/letters/foreign-links.ts'
import { letterHtml } from '#server/messages/letters/letter-html.ts'
import { letterText } from '#server/messages/letters/letter-text.ts'
import { createMailContext } from '#server/messages/composing/create-mail-context.ts'
import { findTemplateErrors, letterInWords } from '#server/messages/letter-texts/own-words.ts'
import { sampleLetter } from '#server/messages/composing/sample-letter.ts'

/** Limit while typing: each change is sent and rendered. */
const PREVIEWING = { name: 'preview letter', points: 1200, seconds: 300 }

export const previewLetter: UseCase<typeof contract, PromoterCall> = (context, call) =>
  drawLetter(context, {
    promoterId: call.promoterId,
    key: call.params.key,
    words: call.body,
    origin: call.client.origin,
  })

/** Renders the email with this text and sample data. */
export async function drawLetter(
  context: Context,
  draft: { promoterId: string; key: string; words: TemplateText; origin: string },
): Promise<
  Result<{ subject: string; html: string; text: string; removedLinks: string[] }, CodeOf<typeof contract>>
> {
  const { promoterId, key, words, origin } = draft
  if (!isLetterKey(key)) return fail('NOT_FOUND')
  const tooMany = await context.limits.take(PREVIEWING, promoterId)
  if (tooMany) return tooMany
  const errors = findTemplateErrors(letterKind(key), words)
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const { desk, sender } = await createMailContext(context, { promoterId, origin })
  const sample = await sampleLetter(desk, promoterId, key)
  const { body, removed } = await withOwnLinks(context, { promoterId, body: words.body })
  const letter = letterInWords(sample.letter, { ...words, body }, sample.filling)
  return succeed({
    subject: letter.subject,
    html: letterHtml(letter, sender),
    text: letterText(letter, sender),
    removedLinks: [...removed],
  })
}
