import type { APIRoute } from 'astro'
import { statusOf } from '#contracts/platform/errors.ts'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { previewEvent } from '#server/catalog/events/preview-event.ts'

export const POST: APIRoute = async ({ locals, request, rewrite, url }) => {
  const form = await readForm(request)
  if (!form) return new Response(null, { status: 400 })
  const previewed = await previewEvent(locals.context, {
    site: locals.site,
    client: readSignedInVisitor({ request, url }),
    promoterUserId: form.promoterId,
    eventId: form.eventId,
    fields: form.fields,
  })
  if (!previewed.success) return new Response(null, { status: statusOf(previewed.error.code) })
  const { site, preview } = previewed.data
  locals.site = site
  locals.isPreview = true
  locals.eventPreview = preview
  // The new request has no form and no cookies, so that the preview is what an anonymous visitor sees.
  return rewrite(new Request(new URL(urls.event(preview.row.slug), url)))
}

/** Reads the submitted fields. Returns undefined if the form is invalid. */
async function readForm(
  request: Request,
): Promise<{ fields: unknown; eventId: string; promoterId: string | undefined } | undefined> {
  try {
    const form = await request.formData()
    const [fields, event, promoter] = [form.get('fields'), form.get('event'), form.get('promoter')]
    if (typeof fields !== 'string' || typeof event !== 'string') return undefined
    const promoterId = typeof promoter === 'string' ? promoter : undefined
    return { fields: JSON.parse(fields), eventId: event, promoterId }
  } catch {
    return undefined
  }
}
