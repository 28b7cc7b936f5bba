import type { APIRoute } from 'astro'
import { siteSubject } from '#layouts/share-subject.ts'
import { sendShareImage } from './_share-picture.ts'

export const GET: APIRoute = (request) =>
  request.locals.site.kind === 'unknown'
    ? new Response(null, { status: 404 })
    : sendShareImage(request, siteSubject(request.locals.site))
