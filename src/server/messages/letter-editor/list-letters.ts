import type { listLetters as contract } from '#contracts/console/letters.ts'
import { LETTER_KEYS } from '#model/messages/letters.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewLetter } from './letter-view.ts'
import { listTemplates, NO_TEMPLATE } from '#server/messages/letter-texts/template-rows.ts'

export const listLetters: UseCase<typeof contract, PromoterCall> = async ({ db }, call) => {
  const templates = await listTemplates(db, call.promoterId)
  const views = LETTER_KEYS.map((key) => viewLetter(key, templates.get(key) ?? NO_TEMPLATE))
  return succeed({
    letters: views.map(({ key, name, when, isOwn, updatedAt }) => ({ key, name, when, isOwn, updatedAt })),
  })
}
