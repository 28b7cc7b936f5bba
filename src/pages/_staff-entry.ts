import type { APIRoute } from 'astro'
import { portalUrls } from '#contracts/platform/portal-urls.ts'

/** Redirects `/staff`, `/direct-staff-access` and all paths below them to the portal, with the query (specification §2). */
export const redirectToPortal: APIRoute = ({ redirect, url }) =>
  redirect(portalUrls.overview() + url.search, 302)
