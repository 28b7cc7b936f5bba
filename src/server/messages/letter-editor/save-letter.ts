import type { LetterView } from '#contracts/console/letters.ts'
import { fail } from '#contracts/errors.ts'
import { isLetterKey, letterKind, type TemplateText } from '#model/messages/letters.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
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
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const before = await lockTemplate(trx, promoterId, key)
    if (before.version !== version) return fail('EDIT_CONFLICT', { current: viewLetter(key, before) })
    const after = { words, version: version + 1, updatedAt: now }
    await putTemplate(trx, { promoterId, key, now }, after)
    const action = words ? 'letter.changed' : 'letter.reset'
    const states = { before: { ...before.words }, after: { ...words } }
    await recordChange(trx, { ...caller, action, subject: { id: key, name: kind.name }, ...states }, now)
    return succeed({ letter: viewLetter(key, after) })
  })
}
