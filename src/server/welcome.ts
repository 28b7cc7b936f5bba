import type { Config } from '#server/platform/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { developmentUrls } from '#contracts/platform/stand-in-urls.ts'
import { DEMO_PROMO_CODES, hasDemo } from '#server/commands/seed.ts'
import { hasMailbox } from '#server/messages/delivery/may-read-mailbox.ts'

export function printWelcome(
  config: Config,
  { port, hosts }: { port: number; hosts: readonly string[] },
): void {
  const storefronts = hosts.filter((host) => host.endsWith('.localhost'))
  const lines = [
    '',
    `  Foyer is open at http://localhost:${port}`,
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
    ...(hasMailbox(config)
      ? [`  E-mails land at http://localhost:${port}${developmentUrls.mailbox()}`, '']
      : []),
    '  Card that pays: 4242 4242 4242 4242, any expiry to come, any CVC. No real money moves.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
