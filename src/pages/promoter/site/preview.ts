import type { APIRoute } from 'astro'
import { statusOf } from '#contracts/platform/errors.ts'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { previewSite } from '#server/sites/branding/preview-site.ts'

export const POST: APIRoute = async ({ locals, request, rewrite, url }) => {
  const form = await readForm(request)
  if (!form) return new Response(null, { status: 400 })
  const previewed = await previewSite(locals.context, {
    site: locals.site,
    client: readSignedInVisitor({ request, url }),
    promoterUserId: form.promoterId,
    settings: form.settings,
  })
  if (!previewed.success) return new Response(null, { status: statusOf(previewed.error.code) })
  locals.site = previewed.data
  locals.isPreview = true
  // The new request has no form and no cookies, so that the preview is what an anonymous visitor sees.
  return rewrite(new Request(new URL(urls.home(), url)))
}

/** Reads the submitted fields. Returns undefined if the form is invalid. */
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
