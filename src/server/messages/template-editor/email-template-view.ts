import type { EmailTemplateView } from '#contracts/console/email-templates.ts'
import { emailTemplateKind, type EmailTemplateKey } from '#model/messages/email-templates.ts'
import type { Template } from '#server/messages/email-templates/template-rows.ts'

export function viewEmailTemplate(
  key: EmailTemplateKey,
  { text: words, version, updatedAt }: Template,
): EmailTemplateView {
  const { name, when, values, blocks, required, words: foyers } = emailTemplateKind(key)
  const placeholders = (named: Readonly<Record<string, string>>, isBlock: boolean) =>
    Object.entries(named).map(([placeholder, means]) => ({
      name: placeholder,
      means,
      isBlock,
      isRequired: required.includes(placeholder),
    }))
  return {
    key,
    name,
    when,
    isOwn: words !== undefined,
    updatedAt: words && updatedAt ? updatedAt.toISOString() : null,
    ...(words ?? foyers),
    version,
    foyers,
    placeholders: [...placeholders(values, false), ...placeholders(blocks, true)],
  }
}
