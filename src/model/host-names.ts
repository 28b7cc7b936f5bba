/** The `_foyer.` before it must fit into a name as well. */
const LONGEST_HOST = 253 - '_foyer.'.length

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/

/** Names that never lead anywhere but to a machine itself, its own network, or nowhere. */
const NO_PUBLIC_END = /\.(?:local|internal|intranet|corp|lan|home|private|invalid|onion|arpa|alt)$/

/** What a name is held against. */
export interface NameFacts {
  /** Its registrable part; undefined when it has none, as a suffix that others register under has not. */
  apex: string | undefined
  /** Names of the product itself: they and what is below them are nobody's. */
  ownHosts: readonly string[]
  /** `*.localhost` names are for machines that nobody else can reach. */
  isLocalAllowed: boolean
}

/** Why a name, in punycode and lower case, can't be a storefront's; undefined when it can. A sentence for people. */
export function whyRefused(host: string, facts: NameFacts): string | undefined {
  return whyNoName(host) ?? whyNobodys(host, facts)
}

function whyNoName(host: string): string | undefined {
  const labels = host.split('.')
  if (ADDRESS.test(host)) return 'An IP address is not a domain. Use a name.'
  if (host.includes('*')) return 'Wildcards are not possible. Add each name by itself.'
  if (host.length > LONGEST_HOST) return `The name is longer than ${LONGEST_HOST} characters.`
  if (labels.some((label) => label.length > 63)) return 'A part of the name is longer than 63 characters.'
  if (labels.some((label) => !LABEL.test(label)))
    return 'A name has letters, digits and hyphens between dots, and no part begins or ends with a hyphen.'
  if (labels.some((label) => label.slice(2, 4) === '--' && !label.startsWith('xn--')))
    return 'No part of a name has two hyphens in its third and fourth place.'
  return labels.length < 2 ? 'The name needs a dot, like tickets.example.com.' : undefined
}

function whyNobodys(host: string, { apex, ownHosts, isLocalAllowed }: NameFacts): string | undefined {
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

/** Cyrillic, Greek and Armenian letters that are drawn as Latin ones. */
const LATIN_LOOKALIKES = /^[аеорсухіјѕһԁԛԝӏѵгмтвнкοναρτυκιγօսոհցքազ\d-]+$/u

/** Whether a label could be read as another: letters of several scripts, of a rare one, or all drawn like Latin ones. */
function isConfusable(label: string): boolean {
  if (/^[a-z\d-]*$/.test(label)) return false
  const scripts = SCRIPTS.filter((script) => script.test(label))
  return !KNOWN.test(label) || scripts.length > 1 || LATIN_LOOKALIKES.test(label)
}

/** A name as people write it. Where it could be taken for another one, with its punycode beside it. */
export const showHost = (host: string, unicode: string): string =>
  unicode.split('.').some(isConfusable) ? `${unicode} (${host})` : unicode

/** The other half of `example.com` and `www.example.com`; undefined when the name is neither. `apex` is what was registered. */
export function twinOf(host: string, apex: string): string | undefined {
  if (host === apex) return `www.${host}`
  return host === `www.${apex}` ? apex : undefined
}
