import type { APIRoute } from 'astro'

/** Stands where Astro has an endpoint for pictures, which would fetch them from whatever host a request names. */
export const GET: APIRoute = () => new Response(null, { status: 404 })
