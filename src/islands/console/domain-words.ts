import { dayWords } from '#islands/moment-words.ts'
import type { Domain } from '#contracts/domains.ts'

export const STATUS_WORDS: Readonly<Record<Domain['status'], readonly [words: string, tone: string]>> = {
  pending: ['Not proven yet', 'warning'],
  verified: ['Verified', 'success'],
  failing: ['Proof is missing', 'danger'],
  lapsed: ['Stopped', 'danger'],
}

/** What the state of a name means for whoever owns it. `main` is the name that the site's others lead to. */
export function stateWords(domain: Domain, main: Domain | undefined): string {
  const { status, isCanonical, verifiedAt, lapsesAt } = domain
  if (status === 'failing')
    return `Its TXT record can’t be found any more. The name works until ${lapsesAt ? dayWords(lapsesAt) : 'its grace is over'}; put the record back and verify.`
  if (status === 'lapsed')
    return 'It was without its TXT record for seven days, so it stopped. Publish the record and verify to bring it back.'
  if (status === 'pending')
    return domain.records.length > 0
      ? 'Publish these records where the DNS of this name is kept, then verify.'
      : 'This name leads to this machine by itself. Verify it to use it.'
  const since = verifiedAt ? ` Verified ${dayWords(verifiedAt)}.` : ''
  if (isCanonical) return `Your site’s main address.${since}`
  return main ? `Leads visitors on to ${main.displayHost}.${since}` : `Your site answers here.${since}`
}

/** Everything that ends with a name, in sentences. */
export function lossWords(domain: Domain, all: readonly Domain[]): string[] {
  if (domain.status === 'pending' || domain.status === 'lapsed')
    return [
      'Nobody is reached under this name now, so nothing stops. To use it later you publish a new record.',
    ]
  const others = all.filter(
    (each) => each !== domain && (each.status === 'verified' || each.status === 'failing'),
  )
  const rest =
    others.length > 0
      ? `Your site stays at ${others.map((each) => each.displayHost).join(', ')}.`
      : 'It is the last of your own names.'
  return [
    'Within a second nobody finds your site under it: links and QR codes with this name lead nowhere.',
    rest,
    'Events, orders and tickets stay. Whoever proves the name next may use it.',
  ]
}

/** The other half of a name as people write it. A name that could be taken for another is shown in its safe spelling. */
export function twinWords({ host, displayHost }: Domain, twin: string): string {
  if (displayHost.includes('(')) return twin
  return twin === `www.${host}` ? `www.${displayHost}` : displayHost.replace(/^www\./, '')
}
