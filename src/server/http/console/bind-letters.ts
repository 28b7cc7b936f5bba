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
import { getLetter } from '#server/messages/letter-editor/get-letter.ts'
import { listLetters } from '#server/messages/letter-editor/list-letters.ts'
import { previewLetter } from '#server/messages/letter-editor/preview-letter.ts'
import { deleteLetter, putLetter } from '#server/messages/letter-editor/put-letter.ts'
import { sendTestLetter } from '#server/messages/letter-editor/send-test-letter.ts'
import { getSender, putSender } from '#server/messages/letter-editor/sender-settings.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

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
