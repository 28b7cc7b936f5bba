import type { APIRoute } from 'astro'
import { statusOf } from '#contracts/errors.ts'
import { urls } from '#contracts/urls.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { previewEvent } from '#server/events/preview-event.ts'

/** The event's own page, rendered with what the form holds: what is shown is what would be served. */
export const POST: APIRoute = async ({ locals, request, rewrite, url }) => {
  const form = await readForm(request)
  if (!form) return new Response(null, { status: 400 })
  const previewed = await previewEvent(locals.context, {
    site: locals.site,
    client: readSignedIn({ request, url }),
    promoterUserId: form.promoterId,
    eventId: form.eventId,
    fields: form.fields,
  })
  if (!previewed.success) return new Response(null, { status: statusOf(previewed.error.code) })
  const { site, preview } = previewed.data
  locals.site = site
  locals.isPreview = true
  locals.eventPreview = preview
  // Nothing of this request goes on: the page is what a visitor gets, who sends no form and has no account.
  return rewrite(new Request(new URL(urls.event(preview.row.slug), url)))
}

/** Undefined for what is no form of the console's. */
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
