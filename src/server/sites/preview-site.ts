import { brandSettings, type Site } from '#model/sites.ts'
import { fail, type ErrorCode } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { findCaller, type Asked } from '../promoters/find-caller.ts'
import { whyTooMuch } from './css-bounds.ts'
import { SIFTING } from './preview-look.ts'

/**
 * The promoter's storefront in a look that is not saved, for its owner. The token is that of the cookie, which pages are
 * opened with; `settings` is what the form says.
 */
export async function previewSite(
  context: Context,
  asked: Asked & { settings: unknown },
): Promise<Result<Site, ErrorCode>> {
  const caller = await findCaller(context, asked, 'site:read')
  if (!caller.success) return caller
  const { promoterId } = caller.data
  const tooMany = await context.limits.take(SIFTING, promoterId)
  if (tooMany) return tooMany
  const parsed = brandSettings.safeParse(asked.settings)
  if (!parsed.success || whyTooMuch(parsed.data.customCss)) return fail('VALIDATION_ERROR')
  return succeed(inLook(context, { promoterId, settings: parsed.data, here: asked.site.host }))
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
