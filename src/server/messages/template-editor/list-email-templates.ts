import type { listEmailTemplates as contract } from '#contracts/console/email-templates.ts'
import { EMAIL_TEMPLATE_KEYS } from '#model/messages/email-templates.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewEmailTemplate } from './email-template-view.ts'
import { listTemplates, DEFAULT_TEMPLATE } from '#server/messages/email-templates/template-rows.ts'

export const listEmailTemplates: UseCase<typeof contract, PromoterCall> = async ({ db }, call) => {
  const templates = await listTemplates(db, call.promoterId)
  const views = EMAIL_TEMPLATE_KEYS.map((key) =>
    viewEmailTemplate(key, templates.get(key) ?? DEFAULT_TEMPLATE),
  )
  return succeed({
    letters: views.map(({ key, name, when, isOwn, updatedAt }) => ({ key, name, when, isOwn, updatedAt })),
  })
}
