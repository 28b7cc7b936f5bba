import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import { listDemoPromoters } from '#server/demo/demo-data-rows.ts'
import { hasDemo } from '#server/platform/demo-rules.ts'
import { execute, type Db } from '#server/platform/db/query.ts'
import { DEMO_PROMOTERS, insertDemo } from '#server/demo/demo-rows.ts'

export const DEMO_PROMO_CODES: readonly { code: string; says: string; host: string }[] =
  DEMO_PROMOTERS.flatMap((promoter) =>
    promoter.promoCodes.map(({ code, says }) => ({ code, says, host: `${promoter.slug}.localhost` })),
  )

export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('promoters').select('id').limit(1).execute()).length === 0
}

/** Seeds an empty database with the demo if the settings enable it. Warns if a production database contains demo data. */
export async function prepareDemo(start: { config: Config; db: Db; log: Logger }): Promise<void> {
  const { config, db, log } = start
  if (hasDemo(config)) await seedDemo(db, Date.now())
  if (config.NODE_ENV !== 'production' && isMainSiteLocal(config)) return
  const names = await listDemoPromoters(db)
  if (names.length > 0)
    log.warn(
      { promoters: names },
      'The database of this production install has demo data. `npm run db:remove-demo` deletes it.',
    )
}

/**
 * Seeds the demo, with times relative to `now` (milliseconds). The same `now` results in the same rows, except for password
 * salts. Does nothing if there is a promoter.
 */
export async function seedDemo(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await execute(trx)`lock table promoters in share row exclusive mode`
    if (await isDatabaseEmpty(trx)) await insertDemo(trx, now)
  })
}
