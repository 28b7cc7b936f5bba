import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Config } from '#server/platform/config.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import { isPublicAddress, ipLiteralOf } from '#server/platform/dns/public-addresses.ts'

/** Normalises the URL. The addresses of its host are checked at each delivery. */
export function parseWebhookUrl(config: Config, text: string): Result<string, 'WEBHOOK_URL_REFUSED'> {
  if (!URL.canParse(text)) return refuse('Enter a full URL, such as https://example.com/foyer.')
  const url = new URL(text)
  const isHere = isMainSiteLocal(config)
  if (!['https:', isHere && 'http:'].includes(url.protocol))
    return refuse('The URL must begin with https://.')
  if (url.username || url.password) return refuse('Remove the user name and password from the URL.')
  if (!isHere && !mayBePublic(url.hostname)) return refuse('This URL can’t be reached from the internet.')
  url.hash = ''
  return succeed(url.href)
}

function mayBePublic(hostname: string): boolean {
  const literal = ipLiteralOf(hostname)
  if (literal !== undefined) return isPublicAddress(literal)
  return hostname.includes('.') && !hostname.endsWith('.localhost')
}

const refuse = (why: string) => fail('WEBHOOK_URL_REFUSED', { why })
