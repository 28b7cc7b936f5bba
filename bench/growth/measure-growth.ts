import { request } from 'node:http'
import { judge, milliseconds, quantile, round, type Line } from '../support/lines.ts'
import { GROWTH_READS, type GrowthRead, type GrowthRequest } from './growth-reads.ts'
import type { Subjects } from './subjects.ts'

const TIMES = 60
const WARM_UP = 5
const MAX_RATIO = 1.5
/** A difference below this doesn't matter. */
const NEGLIGIBLE_MS = 2

export interface GrowthNode {
  origin: string
  subjects: Subjects
}

/**
 * Measures each read that contains `only` on the demo and on the grown database, in turns, so that other load on the machine affects both.
 */
export async function measureGrowth(
  { demo, grown }: { demo: GrowthNode; grown: GrowthNode },
  only: string,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const read of GROWTH_READS.filter(({ name }) => name.includes(only))) {
    const before: Sample[] = []
    const after: Sample[] = []
    for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
      const pair = [await timed(demo, read, turn), await timed(grown, read, turn)] as const
      if (turn < WARM_UP) continue
      before.push(pair[0])
      after.push(pair[1])
    }
    lines.push(toLine(read, before, after))
    process.stderr.write(`  ${read.name}: ${lines.at(-1)?.figure}\n`)
  }
  return lines
}

/** A response. A list that fills a page takes longer than one of few rows, so that its size explains a part of the difference. */
interface Sample {
  ms: number
  bytes: number
}

const at = (samples: readonly Sample[], share: number): number =>
  quantile(
    samples.map(({ ms }) => ms),
    share,
  )

const kilobytes = (samples: readonly Sample[]): string =>
  `${round(samples.reduce((sum, { bytes }) => sum + bytes, 0) / samples.length / 1000)} KB`

function toLine({ name }: GrowthRead, demo: readonly Sample[], grown: readonly Sample[]): Line {
  const [before, after] = [at(demo, 0.95), at(grown, 0.95)]
  const ratio = after / before
  const medians = at(grown, 0.5) / at(demo, 0.5)
  return {
    id: 'P19',
    what: name,
    peer: `with the demo's data: p50 ${milliseconds(at(demo, 0.5))}, p95 ${milliseconds(before)}, ${kilobytes(demo)}`,
    figure: `p50 ${milliseconds(at(grown, 0.5))} (${round(medians)} ×), p95 ${milliseconds(after)}, ${kilobytes(grown)}`,
    ratio,
    target: `≤ ${MAX_RATIO} × at p95`,
    verdict: judge(ratio <= MAX_RATIO || after - before <= NEGLIGIBLE_MS),
  }
}

async function timed({ origin, subjects }: GrowthNode, read: GrowthRead, turn: number): Promise<Sample> {
  const requested = read.request(subjects, turn)
  const startedAt = performance.now()
  const { status, body } = await send(origin, requested)
  if (status !== 200)
    throw new Error(`${requested.path} on ${requested.host} answered ${status}: ${body.slice(0, 200)}`)
  return { ms: performance.now() - startedAt, bytes: Buffer.byteLength(body) }
}

const send = (origin: string, requested: GrowthRequest): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { host, path, method = 'GET', body, bearer } = requested
    const headers = {
      host,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(new URL(path, origin), { method, headers }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .once('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
