import type { Config } from '#server/platform/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { isLocalHost } from '#server/platform/dns/loopback.ts'
import { developmentUrls } from '#contracts/platform/development-urls.ts'
import { DEMO_PROMO_CODES } from '#server/commands/seed.ts'
import { hasDemo } from '#server/platform/demo-rules.ts'
import { hasMailbox } from '#server/messages/delivery/mailbox-access.ts'

interface Started {
  port: number
  hosts: readonly string[]
  operatorToken: string | undefined
}

export function printWelcome(config: Config, started: Started): void {
  process.stdout.write(`${welcomeLines(config, started).join('\n')}\n`)
}

export function welcomeLines(config: Config, started: Started): string[] {
  const { port, hosts, operatorToken } = started
  const storefronts = hosts.filter((host) => host.endsWith('.localhost'))
  const origin = mainOrigin(config, port)
  return [
    '',
    `  Foyer is open at ${origin}${origin.endsWith(`:${port}`) ? '' : `, and listens on port ${port}`}`,
    '',
    ...(storefronts.length > 0
      ? ['  Storefronts', ...storefronts.map((host) => `    http://${host}:${port}`), '']
      : []),
    ...(hasDemo(config)
      ? [
          '  Promo codes to try',
          ...DEMO_PROMO_CODES.map(({ code, says }) => `    ${code.padEnd(14)} ${says}`),
          '',
          `  Demo logins, all with the password ${DEMO_PASSWORD}`,
          ...DEMO_ACCOUNTS.map(({ email, says }) => `    ${email.padEnd(27)} ${says}`),
          '',
        ]
      : []),
    ...(operatorToken
      ? [
          '  There is no operator yet, so promoters can’t join. This link adds the first one. It works once and expires in 24 hours:',
          `    ${origin}${operatorUrls.join(operatorToken)}`,
          '',
        ]
      : []),
    ...(hasMailbox(config)
      ? [`  Emails appear at http://localhost:${port}${developmentUrls.mailbox()}`, '']
      : []),
    '  Test card: 4242 4242 4242 4242, any future expiry date, any CVC. No real money is charged.',
    '',
  ]
}

/** Returns the URL of the main site. It contains the port only if no proxy is configured. */
function mainOrigin({ MAIN_HOSTS, TRUSTED_PROXIES }: Config, port: number): string {
  const host = MAIN_HOSTS.find((each) => !isLocalHost(each)) ?? MAIN_HOSTS[0] ?? 'localhost'
  return isLocalHost(host) && TRUSTED_PROXIES.length === 0 ? `http://${host}:${port}` : `https://${host}`
}
