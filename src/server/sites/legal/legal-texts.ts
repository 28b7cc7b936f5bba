import type { listLegalTexts as listContract, putLegalText as putContract } from '#contracts/console/legal.ts'
import { succeed } from '#model/platform/result.ts'
import { LEGAL_NAMES } from '#model/sites/legal.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { LEGAL_PUBLISHING_LIMIT, publishLegalText, viewLegalTexts } from './publish-legal-text.ts'

export const listLegalTexts: UseCase<typeof listContract, PromoterCall> = async (context, call) => {
  const { promoterId } = call
  const site = siteOrigin(context, call, promoterId)
  return succeed({ texts: await viewLegalTexts(context.db, { owner: promoterId, site }) })
}

export const putLegalText: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const tooMany = await context.limits.consume(LEGAL_PUBLISHING_LIMIT, promoterId)
  if (tooMany) return tooMany
  const { kind } = call.params
  const now = new Date(context.clock.now())
  const site = siteOrigin(context, call, promoterId)
  return transact(context.db, async (trx) => {
    const saved = await publishLegalText(trx, { owner: promoterId, kind, ...body, now, site })
    if (!saved.success) return saved
    const { text, before } = saved.data
    const states = { before: { text: before }, after: { text: text.text } }
    const subject = { id: kind, name: LEGAL_NAMES[kind] }
    await recordChange(trx, { ...call, action: 'legal_text.changed', subject, ...states }, now)
    return succeed({ text })
  })
}
