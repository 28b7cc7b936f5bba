/** Leaves room for the prefix `_foyer.` of the TXT record. */
const MAX_HOST_LENGTH = 253 - '_foyer.'.length

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/

/** Top-level domains that don't resolve on the public Internet. */
const NO_PUBLIC_END = /\.(?:local|internal|intranet|corp|lan|home|private|invalid|onion|arpa|alt)$/

export interface NameFacts {
  /** Registrable domain; undefined for public suffixes. */
  apex: string | undefined
  /** The platform's own host names; they and their subdomains are reserved. */
  ownHosts: readonly string[]
  /** `*.localhost` names are accepted only on development machines. */
  isLocalAllowed: boolean
}

/** Returns why a host name (punycode, lower case) can't be used for a storefront; undefined when it can. */
export function hostRefusal(host: string, facts: NameFacts): string | undefined {
  return syntaxRefusal(host) ?? ownerRefusal(host, facts)
}

function syntaxRefusal(host: string): string | undefined {
  const labels = host.split('.')
  if (ADDRESS.test(host)) return 'An IP address is not a domain. Use a name.'
  if (host.includes('*')) return 'Wildcards are not possible. Add each name by itself.'
  if (host.length > MAX_HOST_LENGTH) return `The name is longer than ${MAX_HOST_LENGTH} characters.`
  if (labels.some((label) => label.length > 63)) return 'A part of the name is longer than 63 characters.'
  if (labels.some((label) => !LABEL.test(label)))
    return 'A name has letters, digits and hyphens between dots, and no part begins or ends with a hyphen.'
  if (labels.some((label) => label.slice(2, 4) === '--' && !label.startsWith('xn--')))
    return 'Names like ab--cd, with two hyphens as third and fourth character, aren’t allowed.'
  return labels.length < 2 ? 'The name needs a dot, like tickets.example.com.' : undefined
}

function ownerRefusal(host: string, { apex, ownHosts, isLocalAllowed }: NameFacts): string | undefined {
  if (host.endsWith('.localhost'))
    return isLocalAllowed ? undefined : 'Names below localhost work on one machine only.'
  if (NO_PUBLIC_END.test(host)) return 'Names with this ending can’t be reached from the internet.'
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return 'This name is one of our own.'
  return apex === undefined
    ? 'Everybody registers names below this one, so it can’t be one promoter’s.'
    : undefined
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

/** Cyrillic, Greek and Armenian letters that look like Latin ones. */
const LATIN_LOOKALIKES = /^[аеорсухіјѕһԁԛԝӏѵгмтвнкοναρτυκιγօսոհցքազ\d-]+$/u

/** True for labels that could be confused with another one: mixed scripts, rare scripts, or only letters that look Latin. */
function isConfusable(label: string): boolean {
  if (/^[a-z\d-]*$/.test(label)) return false
  const scripts = SCRIPTS.filter((script) => script.test(label))
  return !KNOWN.test(label) || scripts.length > 1 || LATIN_LOOKALIKES.test(label)
}

/** Formats a host name in Unicode; adds its punycode when it could be confused with another name. */
export const showHost = (host: string, unicode: string): string =>
  unicode.split('.').some(isConfusable) ? `${unicode} (${host})` : unicode

/** Returns the counterpart of `example.com` and `www.example.com`; undefined for other names. `apex`: the registrable domain. */
export function twinOf(host: string, apex: string): string | undefined {
  if (host === apex) return `www.${host}`
  return host === `www.${apex}` ? apex : undefined
}
