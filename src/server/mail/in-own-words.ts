import type { Context } from '../context.ts'
import type { Addressed } from './compose-account-mail.ts'
import { withOwnLinks } from './foreign-links.ts'
import type { Letter } from './letter.ts'
import { letterInWords } from './own-words.ts'
import { findTemplate } from './template-rows.ts'

/** As its promoter words it. Words that can't be used any more must not keep a buyer from their tickets: then it is Foyer's. */
export async function inOwnWords(
  { db, log }: Context,
  { id, kind, promoterId }: { id?: string; kind: string; promoterId: string | null },
  { letter, filling }: Exclude<Addressed, undefined>,
): Promise<Letter> {
  if (promoterId === null || !filling) return letter
  const { words } = await findTemplate(db, promoterId, kind)
  if (!words) return letter
  try {
    const { body } = await withOwnLinks({ db }, { promoterId, body: words.body })
    return letterInWords(letter, { ...words, body }, filling)
  } catch (error) {
    log.error({ err: error, mailId: id, kind, promoterId }, 'A promoter’s words could not be used')
    return letter
  }
}
