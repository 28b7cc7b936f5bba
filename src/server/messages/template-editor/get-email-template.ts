import type { getEmailTemplate as contract } from '#contracts/console/email-templates.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isEmailTemplateKey } from '#model/messages/email-templates.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewEmailTemplate } from './email-template-view.ts'
import { findTemplate } from '#server/messages/email-templates/template-rows.ts'

export const getEmailTemplate: UseCase<typeof contract, PromoterCall> = async ({ db }, call) => {
  const { key } = call.params
  if (!isEmailTemplateKey(key)) return fail('NOT_FOUND')
  return succeed({ letter: viewEmailTemplate(key, await findTemplate(db, call.promoterId, key)) })
}
