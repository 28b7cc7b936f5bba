import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { startAsOperator, type Started } from './support/started.ts'

const workersOf = ({ child }: Started): number[] =>
  read(`/proc/${child.pid}/task/${child.pid}/children`)
    .split(' ')
    .filter((pid) => pid.trim() && read(`/proc/${pid}/cmdline`).includes('start.ts'))
    .map(Number)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** The files in /proc disappear with the process. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function findTwoWorkers(foyer: Started): Promise<number[]> {
  let found: number[] = []
  await expect.poll(() => (found = workersOf(foyer))).toHaveLength(2)
  return found
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.setTimeout(120_000)

test('two workers share a port and the embedded database; an exited worker is replaced, and all stop together @full', async () => {
  test.skip(process.platform !== 'linux', 'Who started whom is read from /proc, which only Linux has.')
  const home = mkdtempSync(join(tmpdir(), 'foyer-workers-'))
  chmodSync(home, 0o755)
  const folder = join(home, 'data')
  const metricsPort = await freePort()
  const environment = {
    FOYER_DATA_DIR: folder,
    DATABASE_URL: '',
    WORKERS: '2',
    METRICS_PORT: String(metricsPort),
  }
  const foyer = await startAsOperator(environment)
  const ask = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${foyer.port}/readyz`, { headers: { connection: 'close' } })).status
  try {
    const [victim = 0, other = 0] = await findTwoWorkers(foyer)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    for (const worker of [0, 1, 2])
      expect(metrics).toMatch(new RegExp(`^foyer_process_cpu_seconds_total\\{.*worker="${worker}"`, 'm'))
    expect(metrics.match(/^foyer_nodes /gm)).toHaveLength(1)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => isAlive(victim)).toBe(false)
    expect(await ask()).toBe(200)
    const now = await findTwoWorkers(foyer)
    expect(now).toContain(other)
    expect(now).not.toContain(victim)
    await expect.poll(() => foyer.said()).toMatch(/A worker process died and is replaced/)
    await expect(startAsOperator(environment)).rejects.toThrow('Foyer ended with 1 before it was open.')
    expect(foyer.said().match(/Foyer is open at/g)).toHaveLength(1)
    foyer.child.kill('SIGTERM')
    expect(await foyer.ended).toBe(0)
    expect(now.filter(isAlive)).toEqual([])
  } finally {
    foyer.child.kill('SIGTERM')
    await foyer.ended
    rmSync(home, { recursive: true, force: true })
    rmSync(resolveDataFolder(folder), { recursive: true, force: true })
  }
})
