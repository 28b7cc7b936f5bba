import { serialize } from 'hono/utils/cookie'
import { HOST_PREFIX, HOST_PREFIXED } from '#contracts/platform/cookies.ts'
import type { SetCookie } from '#server/use-case.ts'

const nameOn = (origin: string, name: string): string =>
  origin.startsWith('https:') && HOST_PREFIXED.includes(name) ? HOST_PREFIX + name : name

/** Formats `Set-Cookie` headers: HttpOnly unless scripts may read them, SameSite=Lax, path /, and Secure over https. */
export const cookieHeaders = (cookies: readonly SetCookie[], origin: string): string[] =>
  cookies.map(({ name, value = '', maxAgeSeconds = 0, isReadable = false }) =>
    serialize(nameOn(origin, name), value, {
      path: '/',
      httpOnly: !isReadable,
      sameSite: 'Lax',
      secure: origin.startsWith('https:'),
      maxAge: value === '' ? 0 : maxAgeSeconds,
    }),
  )
