import { serialize } from 'hono/utils/cookie'
import type { SetCookie } from '../use-case.ts'

/** `Set-Cookie` headers: HttpOnly unless scripts may read them, SameSite=Lax, for the whole host, and Secure wherever the browser came over https. */
export const cookieHeaders = (cookies: readonly SetCookie[], origin: string): string[] =>
  cookies.map(({ name, value = '', maxAgeSeconds = 0, isReadable = false }) =>
    serialize(name, value, {
      path: '/',
      httpOnly: !isReadable,
      sameSite: 'Lax',
      secure: origin.startsWith('https:'),
      maxAge: value === '' ? 0 : maxAgeSeconds,
    }),
  )
