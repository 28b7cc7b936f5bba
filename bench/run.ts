import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import type { LaunchOptions } from 'playwright'
import { findBrowser } from '../e2e/support/browser.ts'
import { cachedPages } from './rows/cached-pages.ts'
import { orders } from './rows/orders.ts'
import { reads } from './rows/reads.ts'
import { renderedPages } from './rows/rendered-pages.ts'
import { holds } from './rows/holds.ts'
import { freshPages } from './rows/fresh-pages.ts'
import { openBench, type Bench } from './support/bench.ts'
import type { Line } from './support/lines.ts'
import { generatorName } from './support/load.ts'
import { canPin } from './support/processes.ts'
import { toTable } from './support/table.ts'

const bench = await openBench(await findBrowser().catch(() => undefined))
const lines: Line[] = []
try {
  for (const row of [renderedPages, freshPages, holds, orders, reads]) { const t=Date.now(); lines.push(...(await row(bench))); console.log(row.name, Date.now()-t) }
} finally {
  await bench.close()
}
console.log(bench.troubles);process.stdout.write(`\n${toTable(lines)}\n`)
void [mkdirSync, writeFileSync, availableParallelism, cpus, generatorName, canPin]
export type { Bench, LaunchOptions }
