import type { BuyerLegalText, LegalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import type { Context } from '#server/context.ts'
import { findPromoterName } from '#server/people/promoters/promoter-rows.ts'

export async function findLegalOwner(context: Context, promoterId: string | null): Promise<string> {
  if (promoterId === null) return mainSiteName(context)
  return (await findPromoterName(context.reads, promoterId)) ?? ''
}

export const withLegalOwners = (
  context: Pick<Context, 'sites' | 'config'>,
  texts: readonly LegalTextVersion[],
  promoterName: string,
): BuyerLegalText[] =>
  texts.map(({ kind, promoterId, version }) => ({
    kind,
    promoterId,
    version,
    by: promoterId === null ? mainSiteName(context) : promoterName,
  }))

export const mainSiteName = ({ sites, config }: Pick<Context, 'sites' | 'config'>): string =>
  sites.resolve(config.MAIN_HOSTS[0] ?? '').settings.siteName
