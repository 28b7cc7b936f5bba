import {
  deleteEmailTemplate as deleteEmailTemplateContract,
  getEmailTemplate as getEmailTemplateContract,
  getSender as getSenderContract,
  listEmailTemplates as listEmailTemplatesContract,
  previewEmailTemplate as previewEmailTemplateContract,
  putEmailTemplate as putEmailTemplateContract,
  putSender as putSenderContract,
  sendTestEmail as sendTestEmailContract,
} from '#contracts/console/email-templates.ts'
import { getEmailTemplate } from '#server/messages/template-editor/get-email-template.ts'
import { listEmailTemplates } from '#server/messages/template-editor/list-email-templates.ts'
import { previewEmailTemplate } from '#server/messages/template-editor/preview-email-template.ts'
import { deleteEmailTemplate, putEmailTemplate } from '#server/messages/template-editor/put-email-template.ts'
import { sendTestMail } from '#server/messages/template-editor/send-test-mail.ts'
import { getSender, putSender } from '#server/messages/template-editor/sender-settings.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindEmailTemplates(bindPromoter: BindPromoter): void {
  bindPromoter(listEmailTemplatesContract, listEmailTemplates)
  bindPromoter(getEmailTemplateContract, getEmailTemplate)
  bindPromoter(putEmailTemplateContract, putEmailTemplate)
  bindPromoter(deleteEmailTemplateContract, deleteEmailTemplate)
  bindPromoter(previewEmailTemplateContract, previewEmailTemplate)
  bindPromoter(sendTestEmailContract, sendTestMail)
  bindPromoter(getSenderContract, getSender)
  bindPromoter(putSenderContract, putSender)
}
