import type * as z from 'zod/mini'
import { isLetterKey } from '#model/messages/letters.ts'
import type { Addressed, Desk } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { withOwnLinks } from '#server/messages/letters/foreign-links.ts'
import { letterInWords } from '#server/messages/letter-texts/own-words.ts'
import { findRecipient } from '#server/messages/letter-texts/recipient-rows.ts'
import { sampleLetter } from './sample-letter.ts'

/** Not sent to an unverified address, which may be a stranger's. */
export async function composeLetterTest(
  desk: Desk,
  { accountId, key, ...words }: z.infer<typeof mailPayloads.letter_test>,
  promoterId: string | null,
): Promise<Addressed> {
  const account = await findRecipient(desk.context.db, accountId)
  if (!account?.isVerified || promoterId === null || !isLetterKey(key)) return undefined
  const { letter, filling } = await sampleLetter(desk, promoterId, key)
  const { body } = await withOwnLinks(desk.context, { promoterId, body: words.body })
  const worded = letterInWords(letter, { ...words, body }, filling)
  const reason = 'You’re receiving this email because you sent yourself a test. It contains sample data.'
  return { to: account.email, letter: { ...worded, subject: `Test: ${worded.subject}`, reason } }
}
