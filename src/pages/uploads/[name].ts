import type { APIRoute } from 'astro'
import { createApi } from '#server/http/api.ts'

/** For `astro dev` only: in production the front door answers /uploads before Astro is asked. */
export const ALL: APIRoute = ({ locals, request }) => createApi(locals.context).fetch(request)
