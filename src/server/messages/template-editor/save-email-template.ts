import type { EmailTemplateView } from '#contracts/console/email-templates.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isEmailTemplateKey, emailTemplateKind, type TemplateText } from '#model/messages/email-templates.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { viewEmailTemplate } from './email-template-view.ts'
import { findTemplateErrors } from '#server/messages/email-templates/render-template.ts'
import { lockTemplate, putTemplate } from '#server/messages/email-templates/template-rows.ts'

/**
 * Saves a custom text, or restores the default text if it is undefined. VALIDATION_ERROR if the text is invalid,
 * EDIT_CONFLICT if the version is outdated.
 */
export async function saveEmailTemplate(
  context: Context,
  caller: PromoterCaller,
  letter: { key: string; words: TemplateText | undefined; version: number },
): Promise<Result<{ letter: EmailTemplateView }, 'NOT_FOUND' | 'VALIDATION_ERROR' | 'EDIT_CONFLICT'>> {
  const { key, words, version } = letter
  if (!isEmailTemplateKey(key)) return fail('NOT_FOUND')
  const kind = emailTemplateKind(key)
  const errors = words ? findTemplateErrors(kind, words) : []
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const { promoterId } = caller
  return editVersioned(context, caller, {
    version,
    lock: (trx) => lockTemplate(trx, promoterId, key),
    write: (trx, _before, now) =>
      putTemplate(trx, { promoterId, key, now }, { text: words, version: version + 1 }),
    view: (template) => viewEmailTemplate(key, template),
    data: (view) => ({ letter: view }),
    action: words ? 'letter.changed' : 'letter.reset',
    subject: () => ({ id: key, name: kind.name }),
    state: (template) => ({ ...template.text }),
  })
}
