import type { APIRoute } from 'astro'

/** Replaces Astro's image endpoint, which would fetch images from any host that a request names. */
export const GET: APIRoute = () => new Response(null, { status: 404 })
