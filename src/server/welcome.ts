import { DEMO_PROMO_CODES } from './db/seed.ts'
import type { Foyer } from './run-foyer.ts'

/** What someone who has just started Foyer wants to know: where to look, and what to try. */
export function printWelcome(foyer: Foyer): void {
  const { config, sites } = foyer.context
  const storefronts = sites.hosts().filter((host) => host.endsWith('.localhost'))
  const lines = [
    '',
    `  Foyer is open at http://localhost:${foyer.port}`,
    '',
    ...(storefronts.length > 0
      ? ['  Storefronts', ...storefronts.map((host) => `    http://${host}:${foyer.port}`), '']
      : []),
    ...(config.DATABASE_URL
      ? []
      : [
          '  Promo codes to try',
          ...DEMO_PROMO_CODES.map(({ code, says }) => `    ${code.padEnd(14)} ${says}`),
          '',
        ]),
    '  Card that pays: 4242 4242 4242 4242, any expiry to come, any CVC. No real money moves.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
