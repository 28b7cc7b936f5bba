/// <reference types="astro/client" />

import type { Maintenance } from '#model/platform/maintenance.ts'
import type { Site } from '#model/sites/sites.ts'
import type { EventPreview } from '#server/catalog/listings/find-event.ts'
import type { Context } from '#server/context.ts'

declare global {
  namespace App {
    interface Locals {
      /** The server's context, created once by the front door. */
      context: Context
      /** Site of the request's host. Set by `middleware/site.ts`. */
      site: Site
      requestId: string
      /** Address of the client; undefined without a front door. */
      address?: string
      /** True for the page shown until the site is known. */
      isLoading?: boolean
      /** True for the page shown while the database is unavailable. */
      isUnavailable?: boolean
      /** True for a page that is rendered while the database is read-only: nothing can be bought. */
      isReadOnly?: boolean
      /** Set for the notice that visitors see during maintenance. */
      maintenance?: Maintenance
      /** True for a page with a draft of the branding or event. */
      isPreview?: boolean
      /** Unsaved fields of the page's event. */
      eventPreview?: EventPreview
      /** True for a request from this machine to a loopback host, which may use development tools. */
      isFromHere?: boolean
    }
  }
}
