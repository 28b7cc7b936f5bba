/** Domains of common email providers. Their names are long enough that few other domains differ by only one letter. */
const PROVIDERS: readonly string[] =
  `gmail.com googlemail.com ymail.com mail.com email.com icloud.com proton.me protonmail.com
  fastmail.com outlook.com outlook.de outlook.fr outlook.es outlook.it hotmail.com hotmail.de
  hotmail.co.uk hotmail.fr hotmail.it hotmail.es yahoo.com yahoo.de yahoo.co.uk yahoo.fr yahoo.it
  yahoo.es yahoo.ca yahoo.co.jp t-online.de freenet.de posteo.de orange.fr wanadoo.fr laposte.net
  libero.it btinternet.com bluewin.ch seznam.cz yandex.ru`.split(/\s+/)

/** Misspellings of `.com` that aren't top-level domains. */
const MISSPELT_COM: ReadonlySet<string> = new Set([
  'con',
  'cpm',
  'cmo',
  'ocm',
  'vom',
  'xom',
  'cim',
  'comm',
  'coom',
])

/**
 * Suggests a corrected address when the domain looks like a misspelt common provider: `lena@gmial.com` →
 * `lena@gmail.com`.
 */
export function suggestEmail(email: string): string | undefined {
  const typed = email.trim()
  const at = typed.lastIndexOf('@')
  const domain = typed.slice(at + 1).toLowerCase()
  const suggested = at > 0 ? suggestDomain(domain) : domain
  return suggested === domain ? undefined : typed.slice(0, at + 1) + suggested
}

function suggestDomain(typed: string): string {
  const dot = typed.lastIndexOf('.')
  const ending = typed.slice(dot + 1)
  if (dot < 1 || ending.length < 2 || PROVIDERS.includes(typed)) return typed
  // Gmail exists only under `.com`.
  if (typed.startsWith('gmail.')) return 'gmail.com'
  const domain = MISSPELT_COM.has(ending) ? `${typed.slice(0, dot)}.com` : typed
  if (PROVIDERS.includes(domain)) return domain
  // A provider with another top-level domain isn't suggested, because the domain may be the provider's in another
  // country.
  const sameEnding = domain.slice(domain.lastIndexOf('.'))
  return (
    PROVIDERS.find((provider) => provider.endsWith(sameEnding) && isOneTypoAway(domain, provider)) ?? domain
  )
}

/** True when one letter was added, left out, replaced, or swapped with the next letter. */
function isOneTypoAway(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one.charAt(same) === other.charAt(same)) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0) && a.slice(2) === b.slice(2))
  )
}
