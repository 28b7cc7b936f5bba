import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates the island once the page is loaded and idle, or when the visitor is about to use it
     * (elements/platform/settled.ts).
     */
    'client:settled'?: boolean
  }
}
