import type {
  listMainSiteLegalTexts as listContract,
  putMainSiteLegalText as putContract,
} from '#contracts/operator/main-site-legal.ts'
import { succeed } from '#model/platform/result.ts'
import { LEGAL_NAMES } from '#model/sites/legal.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  LEGAL_PUBLISHING_LIMIT,
  publishLegalText,
  viewLegalTexts,
} from '#server/sites/legal/publish-legal-text.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'

export const listMainSiteLegalTexts: UseCase<typeof listContract, AccountCall> = async (context, call) =>
  succeed({ texts: await viewLegalTexts(context.db, { owner: null, site: call.client.origin ?? '' }) })

export const putMainSiteLegalText: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const { account, body, params } = call
  const tooMany = await context.limits.consume(LEGAL_PUBLISHING_LIMIT, account.id)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  const site = call.client.origin ?? ''
  const published = await transact(context.db, async (trx) => {
    const saved = await publishLegalText(trx, { owner: null, kind: params.kind, ...body, now, site })
    if (!saved.success) return saved
    const { text } = saved.data
    await insertOperatorChange(trx, {
      accountId: account.id,
      action: 'main_site.legal_text_changed',
      subjectId: params.kind,
      subject: LEGAL_NAMES[params.kind],
      after: { version: text.version, isRemoved: text.text === '' },
      now,
    })
    return succeed({ text })
  })
  if (published.success) await context.sites.reload()
  return published
}
