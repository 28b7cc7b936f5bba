import { once } from 'node:events'
import { readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import type { Config } from '#server/platform/config.ts'
import { backupTarget } from '#server/platform/backups/stores/open-store.ts'
import { isLoopbackAddress } from '#server/platform/dns/loopback.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import { nearestFolder } from '#server/platform/backups/stores/disk.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

/** Data about the machine for the checks; replaced in tests. */
export interface Machine {
  nodeVersion: string
  freeBytes: (folder: string) => number
}

const LOW_BYTES = 1024 ** 3

export const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  freeBytes: (folder) => {
    const { bavail, bsize } = statfsSync(nearestFolder(folder))
    return bavail * bsize
  },
}

export async function checkMachine(config: Config, machine: Machine = thisMachine): Promise<Finding[]> {
  return [
    checkNode(machine),
    ...foldersOf(config).map(([setting, folder]) => checkSpace(machine, setting, folder)),
    await checkPort(config),
    ...checkWorkers(config),
    ...checkProxy(config),
  ]
}

function checkNode({ nodeVersion }: Machine): Finding {
  const { dependencies }: { dependencies: { node: string } } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  )
  const majorOf = (version: string): number => Number(version.split('.')[0])
  if (majorOf(nodeVersion) >= majorOf(dependencies.node))
    return fineFinding(`Node ${nodeVersion} runs Foyer.`)
  return problemFinding(
    `Node ${nodeVersion} is too old. Run commands with \`npm run\` or \`npx foyer\`, which use Foyer’s own Node ${dependencies.node}.`,
  )
}

function foldersOf(config: Config): [setting: string, folder: string][] {
  const target = backupTarget(config)
  return [
    ...(config.DATABASE_URL ? [] : [['FOYER_DATA_DIR', config.FOYER_DATA_DIR] as [string, string]]),
    ...(config.S3_ENDPOINT ? [] : [['UPLOADS_DIR', config.UPLOADS_DIR] as [string, string]]),
    ...(config.DATABASE_URL || target.kind !== 'folder' || target.isDefault
      ? []
      : [['BACKUP_TO', target.folder] as [string, string]]),
  ]
}

function checkSpace({ freeBytes }: Machine, setting: string, folder: string): Finding {
  const free = freeBytes(folder)
  const text = `${(free / 1024 ** 3).toFixed(1)} GB are free at ${folder} (${setting}).`
  return free < LOW_BYTES
    ? problemFinding(`Only ${text} When the disk is full, nothing can be sold.`)
    : fineFinding(text)
}

/** Tries to listen on the port. Foyer itself may be using it. */
async function checkPort({ PORT, HOST }: Config): Promise<Finding> {
  const server = createServer()
  const failed = once(server, 'error').then(([error]: unknown[]) => error)
  const listening = once(server, 'listening').then(() => undefined)
  server.listen(PORT, HOST)
  const error = await Promise.race([failed, listening])
  server.close()
  if (error === undefined)
    return fineFinding(PORT === 0 ? 'Foyer will use a free port.' : `Port ${PORT} is free.`)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES')
    return problemFinding(`Foyer’s user isn’t allowed to listen on port ${PORT}. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL')
    return problemFinding(`HOST is ${HOST}, which isn’t an address of this machine.`)
  if (code !== 'EADDRINUSE') return problemFinding(`Foyer can’t listen on ${HOST}:${PORT}: ${String(code)}.`)
  return (await isFoyer(PORT, HOST))
    ? fineFinding(`Foyer runs on port ${PORT}.`)
    : problemFinding(`Another program is listening on port ${PORT}. Set PORT to a free one.`)
}

const ANSWER_MS = 3000

async function isFoyer(port: number, host: string): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return answer.ok && (await answer.text()).trim() === 'ok'
  } catch {
    return false
  }
}

function checkWorkers({ WORKERS }: Config): Finding[] {
  const cores = availableParallelism()
  return WORKERS > cores
    ? [
        warningFinding(
          `WORKERS is ${WORKERS}, and this machine has ${cores} cores. More processes than cores aren’t faster.`,
        ),
      ]
    : []
}

/** If only this machine can reach the server, but it has public names, there must be a proxy. */
function checkProxy(config: Config): Finding[] {
  const { HOST, TRUSTED_PROXIES } = config
  if (isMainSiteLocal(config)) return []
  const isBehindProxy = HOST === 'localhost' || isLoopbackAddress(HOST)
  if (isBehindProxy && TRUSTED_PROXIES.length === 0)
    return [
      problemFinding(
        'TRUSTED_PROXIES doesn’t contain the proxy on this machine, so all visitors seem to have one address and share its rate limits. Set it to 127.0.0.1.',
      ),
    ]
  if (!isBehindProxy && TRUSTED_PROXIES.length === 0)
    return [
      warningFinding(
        'TRUSTED_PROXIES is not set. Behind a proxy, all visitors seem to have one address; without a proxy, Foyer has no HTTPS.',
      ),
    ]
  return [fineFinding(`Visitors’ addresses come from ${TRUSTED_PROXIES.join(', ')} (TRUSTED_PROXIES).`)]
}
