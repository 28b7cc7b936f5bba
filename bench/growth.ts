import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openGrowthDatabases } from './growth/growth-databases.ts'
import { measureCrawl } from './growth/measure-crawl.ts'
import { measureGrowth, type GrowthNode } from './growth/measure-growth.ts'
import { findSubjects } from './growth/subjects.ts'
import { environmentOf, type PostgresAddress } from './support/bench.ts'
import { openContext } from './support/context.ts'
import { startHelper } from './support/processes.ts'
import { toTable } from './support/table.ts'

/**
 * `node bench/growth.ts [--scale=1] [--only=search] [--home=folder]`: compares frequent reads on a database with 100,000 events, 10,000,000
 * tickets and 1,000,000 accounts (times `scale`) with the same on the demo's, and crawls cold event pages. The databases are filled on
 * first use, and kept in `home`. Never fails on slow results.
 */
const { scale, only, home } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    home: { type: 'string', default: join(tmpdir(), 'foyer-growth') },
  },
}).values
if (!(Number(scale) > 0 && Number(scale) <= 1)) throw new Error(`--scale=${scale}: use a number up to 1.`)
process.env['LOG_LEVEL'] ||= 'error'

const databases = await openGrowthDatabases({ home, scale: Number(scale) }, (words) =>
  process.stderr.write(`${words}\n`),
)
try {
  await withNode(databases.demo, (demo) =>
    withNode(databases.grown, async (grown) => {
      const lines = await measureGrowth({ demo, grown }, only)
      if ('crawl'.includes(only)) lines.push(...(await measureCrawl(databases.grown)))
      process.stdout.write(`${toTable(lines)}\n`)
    }),
  )
} finally {
  await databases.close()
}

async function withNode(address: PostgresAddress, work: (node: GrowthNode) => Promise<void>): Promise<void> {
  const environment = environmentOf(address)
  const foyer = await startHelper('server', 'serve.ts', { env: environment })
  const { context, close } = await openContext(environment)
  try {
    await work({ origin: foyer.origin, subjects: await findSubjects(context, foyer.origin) })
  } finally {
    await close()
    await foyer.stop()
  }
}
