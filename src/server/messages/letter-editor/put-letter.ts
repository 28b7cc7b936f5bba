import type { deleteLetter as deleteContract, putLetter as contract } from '#contracts/console/letters.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { saveLetter } from './save-letter.ts'

export const putLetter: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { version, ...words } = call.body
  return saveLetter(context, call, { key: call.params.key, words, version })
}

/** Restores the default text. */
export const deleteLetter: UseCase<typeof deleteContract, PromoterCall> = (context, call) =>
  saveLetter(context, call, {
    key: call.params.key,
    words: undefined,
    version: Number(call.query.version),
  })
