import { brandSettings, type Site } from '#model/sites.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { authenticate } from '../accounts/authenticate.ts'
import { findOwnPromoter } from '../accounts/find-own-promoter.ts'
import type { Context } from '../context.ts'
import { whyTooMuch } from './css-bounds.ts'

/**
 * The promoter's storefront in a look that is not saved, for its owner. `accessToken` is that of the cookie, which pages are
 * opened with; `settings` is what the form says.
 */
export async function previewSite(
  context: Context,
  asked: { site: Site; accessToken: string | undefined; promoterId: string | undefined; settings: unknown },
): Promise<Result<Site, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'VALIDATION_ERROR'>> {
  const account = await authenticate(context, asked.accessToken)
  if (!account.success) return account
  const { site, promoterId: promoterUserId } = asked
  const promoter = await findOwnPromoter(
    context,
    { site, promoterUserId, account: account.data },
    'promoter:own',
  )
  if (!promoter.success) return promoter
  const parsed = brandSettings.safeParse(asked.settings)
  if (!parsed.success || whyTooMuch(parsed.data.customCss)) return fail('VALIDATION_ERROR')
  return succeed(inLook(context, { promoterId: promoter.data, settings: parsed.data, here: site.host }))
}

/** As it is found, but for its look; a site that no name leads to yet is shown where its owner is. */
function inLook(
  { sites }: Context,
  { promoterId, settings, here }: { promoterId: string; settings: Site['settings']; here: string },
): Site {
  const found = sites.resolve(sites.hostOf(promoterId) ?? '')
  return found.kind === 'storefront' && found.promoterId === promoterId
    ? { ...found, settings }
    : { kind: 'storefront', host: here, promoterId, settings, canonicalHost: undefined, isAlias: false }
}
