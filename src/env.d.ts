/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Built once by the front door: pages call use cases with it. */
    context: import('#server/context.ts').Context
    /** Which storefront this request is for. */
    site: import('#model/sites.ts').Site
    requestId: string
  }
}
