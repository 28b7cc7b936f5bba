import type { APIRoute } from 'astro'
import { createApi } from '#server/http/api.ts'

/** Only used by `astro dev`. In production, the front door handles /api. */
export const ALL: APIRoute = ({ locals, request }) => createApi(locals.context).fetch(request)
