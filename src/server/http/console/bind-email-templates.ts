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
import { getEmailTemplate } from '#server/messages/template-editor/get-email-template.ts'
import { listEmailTemplates } from '#server/messages/template-editor/list-email-templates.ts'
import { previewEmailTemplate } from '#server/messages/template-editor/preview-email-template.ts'
import { deleteEmailTemplate, putEmailTemplate } from '#server/messages/template-editor/put-email-template.ts'
import { sendTestMail } from '#server/messages/template-editor/send-test-mail.ts'
import { getSender, putSender } from '#server/messages/template-editor/sender-settings.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindEmailTemplates(bindPromoter: BindPromoter): void {
  bindPromoter(listLettersContract, listEmailTemplates)
  bindPromoter(getLetterContract, getEmailTemplate)
  bindPromoter(putLetterContract, putEmailTemplate)
  bindPromoter(deleteLetterContract, deleteEmailTemplate)
  bindPromoter(previewLetterContract, previewEmailTemplate)
  bindPromoter(sendTestLetterContract, sendTestMail)
  bindPromoter(getSenderContract, getSender)
  bindPromoter(putSenderContract, putSender)
}
