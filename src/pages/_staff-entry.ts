import type { APIRoute } from 'astro'
import { portalUrls } from '#contracts/platform/portal-urls.ts'

/** Redirects `/staff`, `/direct-staff-access` and all paths below to the portal (specification §2), with the query. */
export const toPortal: APIRoute = ({ redirect, url }) => redirect(portalUrls.overview() + url.search, 302)
