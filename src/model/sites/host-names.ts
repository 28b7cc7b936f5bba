/**
 * Maximum length of a host name. Less than DNS allows, so that the name still fits with the prefix `_foyer.` of the TXT
 * record.
 */
const MAX_HOST_LENGTH = 253 - '_foyer.'.length

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/

/** Matches top-level domains that don't resolve on the public internet. */
const NO_PUBLIC_END = /\.(?:local|internal|intranet|corp|lan|home|private|invalid|onion|arpa|alt)$/

export interface HostNameFacts {
  /** Registrable domain. Undefined for public suffixes. */
  apex: string | undefined
  ownHosts: readonly string[]
  /** True when `*.localhost` names are accepted, which is only the case on development machines. */
  isLocalAllowed: boolean
}

/** Returns why a host name (punycode, lower case) can't be used for a storefront. Undefined when it can. */
export function hostRefusal(host: string, facts: HostNameFacts): string | undefined {
  return syntaxRefusal(host) ?? ownerRefusal(host, facts)
}

function syntaxRefusal(host: string): string | undefined {
  const labels = host.split('.')
  if (ADDRESS.test(host)) return 'Enter a domain, not an IP address.'
  if (host.includes('*')) return 'Wildcards aren’t supported. Add each domain separately.'
  if (host.length > MAX_HOST_LENGTH) return `The domain is longer than ${MAX_HOST_LENGTH} characters.`
  if (labels.some((label) => label.length > 63)) return 'A part of the domain is longer than 63 characters.'
  if (labels.some((label) => !LABEL.test(label)))
    return 'Use letters, digits and hyphens between the dots. No part can begin or end with a hyphen.'
  if (labels.some((label) => label.slice(2, 4) === '--' && !label.startsWith('xn--')))
    return 'No part can have two hyphens as third and fourth character, like ab--cd.'
  return labels.length < 2 ? 'Enter a domain with a dot, like tickets.example.com.' : undefined
}

function ownerRefusal(host: string, { apex, ownHosts, isLocalAllowed }: HostNameFacts): string | undefined {
  if (host.endsWith('.localhost'))
    return isLocalAllowed
      ? undefined
      : 'Domains that end in .localhost can’t be reached from other computers.'
  if (NO_PUBLIC_END.test(host)) return 'Domains with this ending can’t be reached from the internet.'
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`)))
    return 'This domain belongs to the platform.'
  return apex === undefined ? 'Anyone can register domains below this one. Enter your own domain.' : undefined
}

const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u,
]
const KNOWN = new RegExp(`^(?:${SCRIPTS.map((script) => script.source).join('|')}|[\\d\\p{M}·ー-])+$`, 'u')

const LATIN_LOOKALIKES = /^[аеорсухіјѕһԁԛԝӏѵгмтвнкοναρτυκιγօսոհցքազ\d-]+$/u

/**
 * True for a label that can be mistaken for another one: with mixed or rare scripts, or only with letters that look
 * Latin.
 */
function isConfusable(label: string): boolean {
  if (/^[a-z\d-]*$/.test(label)) return false
  const scripts = SCRIPTS.filter((script) => script.test(label))
  return !KNOWN.test(label) || scripts.length > 1 || LATIN_LOOKALIKES.test(label)
}

/** Shows a host name in Unicode. Adds its punycode when it can be mistaken for another name. */
export const formatHost = (host: string, unicode: string): string =>
  unicode.split('.').some(isConfusable) ? `${unicode} (${host})` : unicode

/**
 * Returns the other name of the pair `example.com` and `www.example.com`; undefined for other names. `apex` is the
 * registrable domain.
 */
export function wwwCounterpartOf(host: string, apex: string): string | undefined {
  if (host === apex) return `www.${host}`
  return host === `www.${apex}` ? apex : undefined
}
