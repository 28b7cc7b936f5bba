import type { getLetter as contract } from '#contracts/console/letters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isLetterKey } from '#model/messages/letters.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewLetter } from './letter-view.ts'
import { findTemplate } from '#server/messages/letter-texts/template-rows.ts'

export const getLetter: UseCase<typeof contract, PromoterCall> = async ({ db }, call) => {
  const { key } = call.params
  if (!isLetterKey(key)) return fail('NOT_FOUND')
  return succeed({ letter: viewLetter(key, await findTemplate(db, call.promoterId, key)) })
}
