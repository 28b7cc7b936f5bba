import * as emailTemplates from '#contracts/console/email-templates.ts'
import { getEmailTemplate } from '#server/messages/template-editor/get-email-template.ts'
import { listEmailTemplates } from '#server/messages/template-editor/list-email-templates.ts'
import { previewEmailTemplate } from '#server/messages/template-editor/preview-email-template.ts'
import { deleteEmailTemplate, putEmailTemplate } from '#server/messages/template-editor/put-email-template.ts'
import { sendTestMail } from '#server/messages/template-editor/send-test-mail.ts'
import { getSender, putSender } from '#server/messages/template-editor/sender-settings.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindEmailTemplates(bind: Bind): void {
  bind(emailTemplates.listEmailTemplates, listEmailTemplates)
  bind(emailTemplates.getEmailTemplate, getEmailTemplate)
  bind(emailTemplates.putEmailTemplate, putEmailTemplate)
  bind(emailTemplates.deleteEmailTemplate, deleteEmailTemplate)
  bind(emailTemplates.previewEmailTemplate, previewEmailTemplate)
  bind(emailTemplates.sendTestEmail, sendTestMail)
  bind(emailTemplates.getSender, getSender)
  bind(emailTemplates.putSender, putSender)
}
