import type { APIRoute } from 'astro'

/** Replaces Astro's image endpoint, which would fetch images from any host in a request. */
export const GET: APIRoute = () => new Response(null, { status: 404 })
