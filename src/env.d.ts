/// <reference types="astro/client" />

import type { Site } from '#model/sites/sites.ts'
import type { EventPreview } from '#server/catalog/listings/find-event.ts'
import type { Context } from '#server/context.ts'

declare global {
  namespace App {
    interface Locals {
      /** Built once by the front door: pages call use cases with it. */
      context: Context
      /** Which storefront this request is for: `middleware/site.ts` finds out. */
      site: Site
      requestId: string
      /** Of the client, where the front door has seen it. */
      address?: string
      /** Nobody can tell yet which site this is. */
      isLoading?: boolean
      /** Shown in another page's place while the database can't be used. */
      isUnavailable?: boolean
      /** Rendered for its owner in a draft of its branding. */
      isPreview?: boolean
      /** The event of the page as its promoter is writing it. */
      eventPreview?: EventPreview
      /** From this machine, to a name of this machine: what is for whoever develops here may be shown. */
      isFromHere?: boolean
    }
  }
}
