import type { LetterView } from '#contracts/console/letters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isLetterKey, letterKind, type TemplateText } from '#model/messages/letters.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { viewLetter } from './letter-view.ts'
import { findTemplateErrors } from '#server/messages/letter-texts/own-words.ts'
import { lockTemplate, putTemplate } from '#server/messages/letter-texts/template-rows.ts'

/**
 * Saves a custom text, or restores the default when undefined. VALIDATION_ERROR for an invalid text, EDIT_CONFLICT for an outdated version.
 */
export async function saveLetter(
  context: Context,
  caller: PromoterCaller,
  letter: { key: string; words: TemplateText | undefined; version: number },
): Promise<Result<{ letter: LetterView }, 'NOT_FOUND' | 'VALIDATION_ERROR' | 'EDIT_CONFLICT'>> {
  const { key, words, version } = letter
  if (!isLetterKey(key)) return fail('NOT_FOUND')
  const kind = letterKind(key)
  const errors = words ? findTemplateErrors(kind, words) : []
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const { promoterId } = caller
  return editVersioned(context, caller, {
    version,
    lock: (trx) => lockTemplate(trx, promoterId, key),
    write: (trx, _before, now) => putTemplate(trx, { promoterId, key, now }, { words, version: version + 1 }),
    view: (template) => viewLetter(key, template),
    data: (view) => ({ letter: view }),
    action: words ? 'letter.changed' : 'letter.reset',
    subject: () => ({ id: key, name: kind.name }),
    state: (template) => ({ ...template.words }),
  })
}
