import type { APIRoute } from 'astro'
import { siteShareSubject } from '#layouts/share-subject.ts'
import { sendShareImage } from './_share-image.ts'

export const GET: APIRoute = (request) =>
  request.locals.site.kind === 'unknown'
    ? new Response(null, { status: 404 })
    : sendShareImage(request, siteShareSubject(request.locals.site))
