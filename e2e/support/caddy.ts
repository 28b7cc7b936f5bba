import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CADDYFILE = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url))

export const hasCaddy = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0

export interface Caddy {
  origin: string
  plainPort: number
  httpsPort: number
  /** Root certificate of Caddy's local authority, available after the start. */
  rootCertificate: () => string
  /** True if a request to the node on this port is in progress. */
  sendsTo: (port: number) => Promise<boolean>
  stop: () => Promise<void>
}

/** Caddy with the configuration in `deploy/`, on free loopback ports and with a local certificate authority. */
export async function startCaddy(nodes: readonly string[]): Promise<Caddy> {
  const home = mkdtempSync(join(tmpdir(), 'foyer-caddy-'))
  const [site = 0, plain = 0, httpsPort = 0, ask = 0, adminPort = 0] = await findFreePorts(5)
  const admin = `127.0.0.1:${adminPort}`
  const environment = {
    ...process.env,
    FOYER_SITES: `http://:${site}`,
    FOYER_NODES: nodes.join(' '),
    FOYER_HTTP_PORT: String(plain),
    FOYER_HTTPS_PORT: String(httpsPort),
    FOYER_ASK_PORT: String(ask),
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
  }
  const adapted = spawnSync('caddy', ['adapt', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: environment,
    encoding: 'utf8',
  })
  writeFileSync(join(home, 'caddy.json'), JSON.stringify(forTests(JSON.parse(adapted.stdout), admin)))
  const child = spawn('caddy', ['run', '--config', join(home, 'caddy.json')], {
    stdio: 'ignore',
    env: environment,
  })
  const gone = once(child, 'exit')
  return {
    origin: `http://127.0.0.1:${site}`,
    plainPort: plain,
    httpsPort,
    rootCertificate: () => readFileSync(join(home, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    sendsTo: async (port) => {
      const answer = await fetch(`http://${admin}/reverse_proxy/upstreams`)
      const upstreams: { address: string; num_requests: number }[] = await answer.json()
      return upstreams.some((each) => each.address.endsWith(`:${port}`) && each.num_requests > 0)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Adapted {
  apps: { tls: { automation: { policies: object[] } } }
}

/** Replaces the certificate authority and the admin address; the rest is as deployed. */
function forTests(adapted: Adapted, admin: string): object {
  const { apps } = adapted
  const { tls } = apps
  const policies = tls.automation.policies.map((policy) => ({ ...policy, issuers: [{ module: 'internal' }] }))
  return {
    ...adapted,
    admin: { listen: admin },
    apps: {
      ...apps,
      tls: { ...tls, automation: { ...tls.automation, policies } },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  }
}

/** Keeps all ports open during the search, so that they differ. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address()
      const closed = once(server, 'close')
      server.close()
      await closed
      if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.')
      return address.port
    }),
  )
}
