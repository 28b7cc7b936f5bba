import type { previewEmailTemplate as contract } from '#contracts/console/email-templates.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isEmailTemplateKey, emailTemplateKind, type TemplateText } from '#model/messages/email-templates.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { removeForeignLinksOf } from '#server/messages/mail-content/foreign-links.ts'
import { renderMailHtml } from '#server/messages/mail-content/mail-html.ts'
import { renderMailText } from '#server/messages/mail-content/mail-text.ts'
import { createMailContext } from '#server/messages/composing/create-mail-context.ts'
import { findTemplateErrors, renderTemplate } from '#server/messages/email-templates/render-template.ts'
import { sampleMail } from '#server/messages/composing/sample-mail.ts'

const PREVIEWING = { name: 'preview letter', points: 1200, seconds: 300 }

export const previewEmailTemplate: UseCase<typeof contract, PromoterCall> = (context, call) =>
  renderPreview(context, {
    promoterId: call.promoterId,
    key: call.params.key,
    words: call.body,
    origin: call.client.origin,
  })

export async function renderPreview(
  context: Context,
  draft: { promoterId: string; key: string; words: TemplateText; origin: string },
): Promise<
  Result<{ subject: string; html: string; text: string; removedLinks: string[] }, CodeOf<typeof contract>>
> {
  const { promoterId, key, words, origin } = draft
  if (!isEmailTemplateKey(key)) return fail('NOT_FOUND')
  const tooMany = await context.limits.consume(PREVIEWING, promoterId)
  if (tooMany) return tooMany
  const errors = findTemplateErrors(emailTemplateKind(key), words)
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const { mailContext, sender } = await createMailContext(context, { promoterId, origin })
  const sample = await sampleMail(mailContext, promoterId, key)
  const { body, removed } = await removeForeignLinksOf(context, { promoterId, body: words.body })
  const mail = renderTemplate(sample.mail, { ...words, body }, sample.placeholders)
  return succeed({
    subject: mail.subject,
    html: renderMailHtml(mail, sender),
    text: renderMailText(mail, sender),
    removedLinks: [...removed],
  })
}
