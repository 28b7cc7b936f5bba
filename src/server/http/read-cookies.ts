import { parse } from 'hono/utils/cookie'

/** A `Cookie` header by name. */
export const readCookies = (header: string | null | undefined): Record<string, string> =>
  header ? parse(header) : {}
