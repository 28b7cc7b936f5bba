import { parse } from 'hono/utils/cookie'
import { HOST_PREFIX, HOST_PREFIXED } from '#contracts/platform/cookies.ts'

/**
 * Returns cookies by name, without the prefix `__Host-`. Over https, `set-cookies.ts` adds this prefix to some cookies;
 * without it they are ignored, because another host of the same domain could have set them.
 */
export function readCookies(header: string | null | undefined, origin: string): Record<string, string> {
  const cookies = header ? parse(header) : {}
  if (!origin.startsWith('https:')) return cookies
  const isShown = (name: string): boolean => !HOST_PREFIXED.includes(name)
  const shown = Object.entries(cookies).filter(([name]) => isShown(name) && isShown(withoutPrefix(name)))
  const prefixed = HOST_PREFIXED.flatMap((name): [string, string][] => {
    const value = cookies[HOST_PREFIX + name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries([...shown, ...prefixed])
}

const withoutPrefix = (name: string): string =>
  name.startsWith(HOST_PREFIX) ? name.slice(HOST_PREFIX.length) : name
