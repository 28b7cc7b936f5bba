import { brandSettings } from '#model/sites/brand-settings.ts'
import type { Site } from '#model/sites/sites.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findCaller, type CallerRequest } from '#server/people/promoters/find-caller.ts'
import { cssLimitMessage } from '#server/sites/custom-css/css-bounds.ts'
import { CSS_PREVIEW_LIMIT } from './preview-branding.ts'

/**
 * Previews a site with unsaved settings. The access token comes from the cookie, because pages are requested without
 * an Authorization header. `settings`: the unparsed content of the form.
 */
export async function previewSite(
  context: Context,
  request: CallerRequest & { settings: unknown },
): Promise<Result<Site, ErrorCode>> {
  const caller = await findCaller(context, request, 'site:read')
  if (!caller.success) return caller
  const { promoterId } = caller.data
  const tooMany = await context.limits.consume(CSS_PREVIEW_LIMIT, promoterId)
  if (tooMany) return tooMany
  const parsed = brandSettings.safeParse(request.settings)
  if (!parsed.success || cssLimitMessage(parsed.data.customCss)) return fail('VALIDATION_ERROR')
  return succeed(withSettings(context, { promoterId, settings: parsed.data, here: request.site.host }))
}

function withSettings(
  { sites }: Context,
  { promoterId, settings, here }: { promoterId: string; settings: Site['settings']; here: string },
): Site {
  const found = sites.resolve(sites.hostOf(promoterId) ?? '')
  return found.kind === 'storefront' && found.promoterId === promoterId
    ? { ...found, settings }
    : {
        kind: 'storefront',
        host: here,
        promoterId,
        settings,
        legal: [],
        canonicalHost: undefined,
        isAlias: false,
      }
}
