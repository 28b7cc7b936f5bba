import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { buy, type Outcome } from '#tests/support/buyer.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openDemo } from './support/foyer.ts'
import { count, countersOf, openSale, priceOf, startNode } from './support/nodes.ts'

const CADDYFILE = fileURLToPath(new URL('../deploy/Caddyfile', import.meta.url))
const hasCaddy = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.')
  return address.port
}

interface Caddy {
  origin: string
  /** Whether a request is under way to the node on this port. */
  sendsTo: (port: number) => Promise<boolean>
  stop: () => Promise<void>
}

/** Caddy as `deploy/` has it, without TLS. */
async function startCaddy(nodes: readonly string[]): Promise<Caddy> {
  const home = mkdtempSync(join(tmpdir(), 'foyer-caddy-'))
  const origin = `http://127.0.0.1:${await findFreePort()}`
  const admin = `127.0.0.1:${await findFreePort()}`
  const environment = {
    ...process.env,
    FOYER_SITES: origin.replace('127.0.0.1', ''),
    FOYER_NODES: nodes.join(' '),
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
  }
  // Only where Caddy itself is asked differs: on a port of the test's own.
  const adapted = spawnSync('caddy', ['adapt', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: environment,
    encoding: 'utf8',
  })
  const settings = { ...JSON.parse(adapted.stdout), admin: { listen: admin } }
  writeFileSync(join(home, 'caddy.json'), JSON.stringify(settings))
  const child = spawn('caddy', ['run', '--config', join(home, 'caddy.json')], {
    stdio: 'ignore',
    env: environment,
  })
  const gone = once(child, 'exit')
  const sendsTo = async (port: number): Promise<boolean> => {
    const answer = await fetch(`http://${admin}/reverse_proxy/upstreams`)
    const upstreams: { address: string; num_requests: number }[] = await answer.json()
    return upstreams.some((each) => each.address.endsWith(`:${port}`) && each.num_requests > 0)
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await gone
    rmSync(home, { recursive: true, force: true })
  }
  return { origin, sendsTo, stop }
}

test.setTimeout(120_000)

test('both nodes are replaced one after the other behind Caddy, and nobody who is buying notices', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so its part of deploy/ is not tried.')
  const { address, db, drop } = await openDemo()
  const settings = { TRUSTED_PROXIES: '127.0.0.1' }
  let first = await startNode(address, { settings })
  let second = await startNode(address, { settings })
  const caddy = await startCaddy([first, second].map((node) => node.origin.replace('http://', '')))
  const isReady = async (): Promise<number> =>
    fetch(`${caddy.origin}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  try {
    await expect.poll(isReady, { timeout: 15_000 }).toBe(200)
    const ticketTypeId = await openSale(db, 10_000)
    const outcomes: Outcome[] = []
    const over = new AbortController()
    const shopping = Array.from({ length: 12 }, async () => {
      while (!over.signal.aborted)
        outcomes.push(await buy(caddy.origin, { ticketTypeId, quantity: 1, priceOf }))
    })
    const moreAreSold = async (): Promise<void> => {
      const before = outcomes.length
      await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(before + 30)
    }
    await moreAreSold()
    await first.stop()
    await moreAreSold()
    first = await startNode(address, { port: first.port, settings })
    await expect.poll(() => caddy.sendsTo(first.port), { intervals: [20], timeout: 15_000 }).toBe(true)
    await second.stop()
    await moreAreSold()
    second = await startNode(address, { port: second.port, settings })
    await expect.poll(() => caddy.sendsTo(second.port), { intervals: [20], timeout: 15_000 }).toBe(true)
    over.abort()
    await Promise.all(shopping)
    expect(outcomes.filter((each) => each.kind !== 'bought')).toEqual([])
    expect(await countersOf(db, ticketTypeId)).toEqual({ held: 0, sold: count(outcomes, 'bought') })
    expect(await findContradictions(db)).toEqual([])
  } finally {
    await caddy.stop()
    await first.stop()
    await second.stop()
    await drop()
  }
})
