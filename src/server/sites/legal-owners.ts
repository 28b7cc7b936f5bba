import type { BuyerLegalText, LegalTextVersion } from '#model/buyer-legal-texts.ts'
import type { Context } from '../context.ts'

/** Name of who publishes legal texts: a promoter, or the main site (null). */
export async function findLegalOwner(context: Context, promoterId: string | null): Promise<string> {
  if (promoterId === null) return nameOfMain(context)
  const promoter = await context.reads
    .selectFrom('promoters')
    .select('name')
    .where('id', '=', promoterId)
    .executeTakeFirst()
  return promoter?.name ?? ''
}

/** The texts of one promoter and of the main site, with their names. */
export const withOwners = (
  context: Pick<Context, 'sites' | 'config'>,
  texts: readonly LegalTextVersion[],
  promoterName: string,
): BuyerLegalText[] =>
  texts.map(({ kind, promoterId, version }) => ({
    kind,
    promoterId,
    version,
    by: promoterId === null ? nameOfMain(context) : promoterName,
  }))

export const nameOfMain = ({ sites, config }: Pick<Context, 'sites' | 'config'>): string =>
  sites.resolve(config.MAIN_HOSTS[0] ?? '').settings.siteName
