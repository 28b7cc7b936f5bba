import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { makeHome, type Bench } from '../support/bench.ts'
import { EVENT_PATH, readPage } from '../support/event-page.ts'
import type { Usage } from '../support/usage.ts'
import { judge, megabytes, milliseconds, notMeasured, type Line } from '../support/lines.ts'
import { canSeeProcesses, isAlive, memoryOf, treeOf } from '../support/process-tree.ts'

const MEGABYTE = 1024 * 1024
const MAX_AFTER_BENCH_MB = 280
const MAX_IDLE_MB = 200
const MAX_START_MS = 1500
const MAX_FIRST_START_MS = 2500
const SETTLED_MS = 30_000
const IDLE_MS = 30_000
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 20
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** P16 and P17: memory after the bench and of an idle `npm start`, and its time to the first page. */
export async function node(bench: Bench): Promise<Line[]> {
  await pause(SETTLED_MS)
  const usage = await bench.foyer.usage()
  const { rssBytes } = usage
  const afterBench: Line = {
    id: 'P16',
    what: 'memory of the node 30 s after the bench',
    peer: '–',
    figure: megabytes(rssBytes),
    target: `≤ ${MAX_AFTER_BENCH_MB} MB`,
    verdict: judge(rssBytes <= MAX_AFTER_BENCH_MB * MEGABYTE),
    note: describeMemory(usage),
  }
  const fromInstall = notMeasured(
    { id: 'P17', what: '`npm install` → first page', peer: '–', target: '≤ 45 s' },
    'Installing needs the network; the bench uses loopback only.',
  )
  return [afterBench, ...(await fromStart()), fromInstall]
}

function describeMemory({ rssBytes, heapPagesBytes, heapBytes, externalBytes, fileBytes }: Usage): string {
  const rest = rssBytes - heapPagesBytes - externalBytes - fileBytes
  return (
    `V8's heap ${megabytes(heapPagesBytes)} (live ${megabytes(heapBytes)}), buffers ${megabytes(externalBytes)}, ` +
    `mapped files ${megabytes(fileBytes)}, the rest (C library, compiled code, stacks) ${megabytes(rest)}.`
  )
}

async function fromStart(): Promise<Line[]> {
  const idle = {
    id: 'P16',
    what: 'memory idle, with the embedded PostgreSQL',
    peer: '–',
    target: `≤ ${MAX_IDLE_MB} MB`,
  }
  const page = { id: 'P17', what: '`npm start` → first page', peer: '–', target: '≤ 1.5 s · 2.5 s' }
  if (!canSeeProcesses) {
    const why = 'Reading the process tree and its memory needs Linux.'
    return [notMeasured(idle, why), notMeasured(page, why)]
  }
  const home = makeHome()
  const data = join(home, 'data')
  try {
    const first = await start(data)
    const second = await start(data)
    return [
      {
        ...idle,
        figure: megabytes(second.idleBytes),
        verdict: judge(second.idleBytes <= MAX_IDLE_MB * MEGABYTE),
        note: 'All processes of a second start; shared memory counted once.',
      },
      {
        ...page,
        figure: `${milliseconds(second.tookMs)}; with a new database ${milliseconds(first.tookMs)}`,
        verdict: judge(second.tookMs <= MAX_START_MS && first.tookMs <= MAX_FIRST_START_MS),
        note: 'An event page, already built; a new database is created, migrated and seeded with the demo.',
      },
    ]
  } finally {
    rmSync(resolveDataFolder(data), { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
}

/** Runs `npm start` on a free port, reads a page, measures the idle processes, and stops. */
async function start(data: string): Promise<{ tookMs: number; idleBytes: number }> {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', FOYER_DATA_DIR: data, LOG_LEVEL: 'error' },
  })
  try {
    const { status } = await readPage(`http://127.0.0.1:${await portOf(npm)}`, EVENT_PATH)
    const tookMs = performance.now() - startedAt
    if (status !== 200) throw new Error(`The first page answers ${status}.`)
    await pause(IDLE_MS)
    return { tookMs, idleBytes: memoryOf(treeOf(npm.pid ?? 0)) }
  } finally {
    await stop(npm)
  }
}

/** Reads the port from the printed URL. */
function portOf(npm: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    let said = ''
    npm.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port) resolve(port)
    })
    npm.once('exit', () => reject(new Error(`npm start exited:\n${said}`)))
    signal.addEventListener('abort', () => reject(new Error(`npm start printed no URL:\n${said}`)))
  })
}

/** Stops npm and waits for its child processes, which may exit later and use the data until then. */
async function stop(npm: ChildProcess): Promise<void> {
  const processes = treeOf(npm.pid ?? 0)
  npm.kill('SIGTERM')
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (processes.some(isAlive)) {
    if (performance.now() > deadline) throw new Error('Processes of npm start did not exit.')
    await pause(LOOK_EVERY_MS)
  }
}
