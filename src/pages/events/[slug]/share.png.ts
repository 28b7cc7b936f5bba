import type { APIRoute } from 'astro'
import { eventShareSubject } from '#layouts/share-subject.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'
import { sendShareImage } from '#pages/_share-image.ts'

export const GET: APIRoute = async (request) => {
  const { context, site } = request.locals
  const found = await getEvent(context, { site, params: { idOrSlug: request.params['slug'] ?? '' } })
  if (!found.success) return new Response(null, { status: 404 })
  return sendShareImage(request, eventShareSubject(found.data, site, context.clock.now()))
}
