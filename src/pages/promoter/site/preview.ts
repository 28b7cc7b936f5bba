import type { APIRoute } from 'astro'
import { statusOf } from '#contracts/errors.ts'
import { urls } from '#contracts/urls.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { previewSite } from '#server/sites/preview-site.ts'

/** The storefront's own front page, rendered in the look that the form holds: what is shown is what would be served. */
export const POST: APIRoute = async ({ locals, request, rewrite, url }) => {
  const form = await readForm(request)
  if (!form) return new Response(null, { status: 400 })
  const previewed = await previewSite(locals.context, {
    site: locals.site,
    client: readSignedIn({ request, url }),
    promoterUserId: form.promoterId,
    settings: form.settings,
  })
  if (!previewed.success) return new Response(null, { status: statusOf(previewed.error.code) })
  locals.site = previewed.data
  locals.isPreview = true
  // Nothing of this request goes on: the page is what a visitor gets, who sends no form and has no account.
  return rewrite(new Request(new URL(urls.home(), url)))
}

/** Undefined for what is no form of the console's. */
async function readForm(
  request: Request,
): Promise<{ settings: unknown; promoterId: string | undefined } | undefined> {
  try {
    const form = await request.formData()
    const [settings, promoter] = [form.get('settings'), form.get('promoter')]
    if (typeof settings !== 'string') return undefined
    return { settings: JSON.parse(settings), promoterId: typeof promoter === 'string' ? promoter : undefined }
  } catch {
    return undefined
  }
}
