import type { APIRoute } from 'astro'
import { portalUrls } from '#contracts/portal-urls.ts'

/** Leads `/staff`, `/direct-staff-access` and every path below them to the portal (specification §2). The query is kept. */
export const toPortal: APIRoute = ({ redirect, url }) => redirect(portalUrls.overview() + url.search, 302)
