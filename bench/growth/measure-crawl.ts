import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { environmentOf, open, type PostgresAddress } from '../support/bench.ts'
import { judge, megabytes, milliseconds, perSecond, round, type Line } from '../support/lines.ts'
import { startHelper } from '../support/processes.ts'
import { readUsage } from '../support/usage.ts'

const MAX_PAGES = 10_000
const CONNECTIONS = 16
const TARGET_PER_SECOND = 700
/** Including 96 MB of the page cache and what a burst leaves to the garbage collector. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024

/** P3: a crawler reads up to 10,000 event pages once each, from a node with an empty page cache. */
export async function measureCrawl(address: PostgresAddress): Promise<Line[]> {
  const pages = await findPages(address)
  const foyer = await startHelper('server', 'serve.ts', { env: environmentOf(address) })
  try {
    // The code is compiled and the pools are open before the crawl.
    await crawl(foyer.origin, pages.slice(0, 2000))
    const before = await readUsage(foyer)
    const { seconds, peakRss } = await crawlMeasured(foyer, pages.slice(2000))
    const after = await readUsage(foyer)
    const count = pages.length - 2000
    const cpuMs = (after.cpuMs - before.cpuMs) / count
    const growth = peakRss - before.rssBytes
    return [
      {
        id: 'P3',
        what: `crawl of ${round(count)} cold event pages, one core`,
        peer: '–',
        figure: `${perSecond(count / seconds)}, ${milliseconds(cpuMs)} CPU each (${perSecond(1000 / cpuMs)} a core), memory +${megabytes(growth)}`,
        target: `≥ ${TARGET_PER_SECOND}/s a core, ≤ +${megabytes(MAX_GROWTH_BYTES)}`,
        verdict: judge(1000 / cpuMs >= TARGET_PER_SECOND && growth <= MAX_GROWTH_BYTES),
      },
    ]
  } finally {
    await foyer.stop()
  }
}

interface CrawledPage {
  host: string
  path: string
}

/** Events on sale, after 2,000 that warm the node up. */
async function findPages(address: PostgresAddress): Promise<CrawledPage[]> {
  const db = open(address)
  try {
    const { rows } = await sql<CrawledPage>`
      select h.host, '/events/' || e.slug as path from events e join hosts h using (promoter_id)
      where e.status = 'published' and e.visibility = 'public' order by md5(e.slug) limit ${MAX_PAGES + 2000}`.execute(
      db,
    )
    return rows
  } finally {
    await db.destroy()
  }
}

async function crawlMeasured(
  foyer: Parameters<typeof readUsage>[0] & { origin: string },
  pages: readonly CrawledPage[],
): Promise<{ seconds: number; peakRss: number }> {
  let peakRss = 0
  const startedAt = performance.now()
  const part = Math.ceil(pages.length / 10)
  for (let index = 0; index < pages.length; index += part) {
    await crawl(foyer.origin, pages.slice(index, index + part))
    peakRss = Math.max(peakRss, (await readUsage(foyer)).rssBytes)
  }
  return { seconds: (performance.now() - startedAt) / 1000, peakRss }
}

async function crawl(origin: string, pages: readonly CrawledPage[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = pages.values()
  const worker = async (): Promise<void> => {
    for (const page of waiting) {
      const status = await read(origin, page, agent)
      if (status !== 200) throw new Error(`${page.host}${page.path} answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker)).finally(() => agent.destroy())
}

const read = (origin: string, { host, path }: CrawledPage, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'br' }
    request(new URL(path, origin), { headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
