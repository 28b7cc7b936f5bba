import { formatDate } from '#ui/format/format-dates.ts'
import type { Domain } from '#contracts/console/domains.ts'

export const DOMAIN_STATUS_LABELS: Readonly<
  Record<Domain['status'], readonly [words: string, tone: string]>
> = {
  pending: ['Not verified', 'warning'],
  verified: ['Verified', 'success'],
  failing: ['Record missing', 'danger'],
  lapsed: ['Inactive', 'danger'],
}

/** Explains the status of a domain. `main`: domain to which the site's other domains redirect. */
export function domainMessage(domain: Domain, main: Domain | undefined): string {
  const { status, isCanonical, verifiedAt, lapsesAt } = domain
  if (status === 'failing')
    return `The TXT record is missing. The domain works until ${lapsesAt ? formatDate(lapsesAt) : 'its grace period ends'}. Add the record again, then verify.`
  if (status === 'lapsed')
    return 'The TXT record was missing for seven days, so the domain was deactivated. Add the record again, then verify.'
  if (status === 'pending')
    return domain.records.length > 0
      ? 'Add these records at your DNS provider, then verify.'
      : 'Domains that end in .localhost need no DNS records. Verify this one to use it.'
  const since = verifiedAt ? ` Verified ${formatDate(verifiedAt)}.` : ''
  if (isCanonical) return `Your site’s main domain.${since}`
  return main ? `Redirects visitors to ${main.displayHost}.${since}` : `Your site is live here.${since}`
}

/** Explains the effects of deleting the domain. */
export function deleteDomainMessages(domain: Domain, all: readonly Domain[]): string[] {
  if (domain.status === 'pending' || domain.status === 'lapsed')
    return [
      'This domain isn’t active, so nothing stops working. To use it later, add it again with a new record.',
    ]
  const others = all.filter(
    (each) => each !== domain && (each.status === 'verified' || each.status === 'failing'),
  )
  const rest =
    others.length > 0
      ? `Your site stays available at ${others.map((each) => each.displayHost).join(', ')}.`
      : 'This is your last custom domain.'
  return [
    'Your site stops working at this domain at once, and so do links and QR codes with it.',
    rest,
    'Your events, orders and tickets stay. Another promoter can verify and use this domain afterwards.',
  ]
}

/**
 * Returns a domain's counterpart with or without `www.`, for display. If the domain could be mistaken for another one, returns it in ASCII
 * (punycode).
 */
export function counterpartLabel({ host, displayHost }: Domain, counterpart: string): string {
  if (displayHost.includes('(')) return counterpart
  return counterpart === `www.${host}` ? `www.${displayHost}` : displayHost.replace(/^www\./, '')
}
