import type { AcceptedLegalText } from '#model/sites/buyer-legal-texts.ts'
import type { Context } from '#server/context.ts'
import { mainSiteName } from '#server/sites/legal/legal-owners.ts'
import { listLegalTextsByOrderLink, type AcceptedLegalRow } from '#server/sales/orders/order-legal-rows.ts'

export async function listAcceptedLegalTexts(context: Context, linkId: string): Promise<AcceptedLegalText[]> {
  return toAcceptedLegalTexts(context, await listLegalTextsByOrderLink(context.reads, linkId))
}

export const toAcceptedLegalTexts = (
  context: Pick<Context, 'sites' | 'config'>,
  rows: readonly AcceptedLegalRow[],
): AcceptedLegalText[] =>
  rows.map(({ kind, promoterId, version, promoterName, createdAt }) => ({
    kind,
    promoterId,
    version,
    by: promoterName ?? mainSiteName(context),
    publishedAt: createdAt.toISOString(),
  }))
