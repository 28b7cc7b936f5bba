import type { APIRoute } from 'astro'
import { createApi } from '#server/http/api.ts'

/** Passes requests to the API. Only used by `astro dev`; in production, the front door handles /api. */
export const ALL: APIRoute = ({ locals, request }) => createApi(locals.context).fetch(request)
