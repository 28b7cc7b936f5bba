import {
  deleteLetter as deleteLetterContract,
  getLetter as getLetterContract,
  getSender as getSenderContract,
  listLetters as listLettersContract,
  previewLetter as previewLetterContract,
  putLetter as putLetterContract,
  putSender as putSenderContract,
  sendTestLetter as sendTestLetterContract,
} from '#contracts/console/letters.ts'
import { getLetter } from '#server/mail/get-letter.ts'
import { listLetters } from '#server/mail/list-letters.ts'
import { previewLetter } from '#server/mail/preview-letter.ts'
import { deleteLetter, putLetter } from '#server/mail/put-letter.ts'
import { sendTestLetter } from '#server/mail/send-test-letter.ts'
import { getSender, putSender } from '#server/mail/sender-settings.ts'
import type { BindPromoter } from '#server/http/bindings.ts'

export function bindLetters(bindPromoter: BindPromoter): void {
  bindPromoter(listLettersContract, listLetters)
  bindPromoter(getLetterContract, getLetter)
  bindPromoter(putLetterContract, putLetter)
  bindPromoter(deleteLetterContract, deleteLetter)
  bindPromoter(previewLetterContract, previewLetter)
  bindPromoter(sendTestLetterContract, sendTestLetter)
  bindPromoter(getSenderContract, getSender)
  bindPromoter(putSenderContract, putSender)
}
