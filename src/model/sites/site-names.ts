import { slugOf } from '#model/platform/slugs.ts'

const RESERVED = new Set(
  `
    about account accounts admin api app apps assets auth autoconfig beta billing blog careers cdn checkout cname
    console contact dashboard demo dev dns docs domains email events foyer ftp help host id imap internal legal
    localhost login mail main media mx news ns ns1 ns2 oauth official operator operators pay payment payments platform pop portal postmaster
    press privacy promoter root sandbox secure security shop sites smtp sso staff staging static status store
    support system team terms test tickets uploads webhook webhooks webmail www
  `
    .trim()
    .split(/\s+/),
)

export function siteNameRefusal(name: string): string | undefined {
  if (!/^[a-z\d-]*$/.test(name)) return 'Use letters a to z, digits and hyphens.'
  if (name.length < 3 || name.length > 40) return 'Use 3 to 40 characters.'
  if (/^-|-$|--/.test(name)) return 'A name can’t begin or end with a hyphen or have two in a row.'
  return RESERVED.has(name) ? 'This name is reserved.' : undefined
}

export const suggestSiteName = (promoterName: string): string =>
  slugOf(promoterName).slice(0, 40).replace(/-$/, '')

export const alternativeSiteNames = (name: string): string[] =>
  ['tickets', 'live', 'events', 'club', '2']
    .map((end) => `${name.slice(0, 32).replace(/-$/, '')}-${end}`)
    .filter((each) => siteNameRefusal(each) === undefined)
