import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** After load and idle, or on the visitor's first intent: see elements/platform/settled.ts. */
    'client:settled'?: boolean
  }
}
