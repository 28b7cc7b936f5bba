import type { Bench } from '../support/bench.ts'
import { brotli, eventPageLoad, readEventPage, type Page } from '../support/event-page.ts'
import { judge, milliseconds, perSecond, type Line } from '../support/lines.ts'
import { measureSideBySide } from '../support/load.ts'
import { startHelper, type Helper } from '../support/processes.ts'
import type { Peer } from '../peer.ts'

/** Headers of the connection, not of the page. */
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** P1 and P2: compares the event page with node:http serving the same bytes from memory. */
export async function cachedPages(bench: Bench): Promise<Line[]> {
  return [await wholePage(bench, 'identity'), await wholePage(bench, 'br'), await notModified(bench)]
}

async function wholePage(bench: Bench, encoding: 'identity' | 'br'): Promise<Line> {
  const accept = { 'accept-encoding': encoding }
  const page = await readEventPage(bench.foyer.origin, accept)
  const isAsAsked = (page.headers['content-encoding'] ?? 'identity') === encoding
  const body = isAsAsked ? page.body : brotli(page.body)
  const { ours, peers, ratio } = await againstRaw(bench, accept, { status: 200, page, body })
  const isSlow = ours.p99Ms > 2 * peers.p99Ms
  return {
    id: 'P1',
    what: `event page, ${encoding === 'br' ? 'brotli' : 'identity'}, ${body.byteLength} bytes`,
    peer: `node:http, same bytes: ${perSecond(peers.perSecond)}, p99 ${milliseconds(peers.p99Ms)}`,
    figure: `${perSecond(ours.perSecond)}, p99 ${milliseconds(ours.p99Ms)}`,
    ratio,
    target: '≥ 0.90, p99 ≤ 2 ×',
    verdict: judge(ratio >= 0.9 && !isSlow && isAsAsked),
    note: isAsAsked ? undefined : 'Foyer responded without compression; the peer sent compressed bytes.',
  }
}

async function notModified(bench: Bench): Promise<Line> {
  const { headers } = await readEventPage(bench.foyer.origin)
  const condition = { 'if-none-match': headers.etag ?? '"none"' }
  const page = await readEventPage(bench.foyer.origin, condition)
  const { ours, peers, ratio } = await againstRaw(bench, condition, {
    status: 304,
    page,
    body: Buffer.alloc(0),
  })
  return {
    id: 'P2',
    what: '304 for the same page',
    peer: `node:http answering 304: ${perSecond(peers.perSecond)}`,
    figure: perSecond(ours.perSecond),
    ratio,
    target: '≥ 0.85',
    verdict: judge(ratio >= 0.85 && page.status === 304),
    note: page.status === 304 ? undefined : `The page returned ${page.status}: it has no ETag.`,
  }
}

async function againstRaw(
  bench: Bench,
  headers: Record<string, string>,
  answer: { status: number; page: Page; body: Buffer },
): Promise<Awaited<ReturnType<typeof measureSideBySide>>> {
  const raw = await startRaw(answer)
  try {
    const measured = await measureSideBySide(
      eventPageLoad(bench.foyer.origin, headers),
      eventPageLoad(raw.origin, headers),
    )
    const failures = measured.ours.failures + measured.peers.failures
    if (failures > 0) throw new Error(`${failures} requests failed.`)
    return measured
  } finally {
    await raw.stop()
  }
}

function startRaw({ status, page, body }: { status: number; page: Page; body: Buffer }): Promise<Helper> {
  const headers = Object.entries(page.headers)
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .map(([name, value]) => [name, String(value)])
  const peer: Peer = {
    kind: 'answer',
    status,
    headers: Object.fromEntries(headers),
    bodyBase64: body.toString('base64'),
  }
  return startHelper('server', 'peer.ts', { env: { PEER: JSON.stringify(peer) } })
}
