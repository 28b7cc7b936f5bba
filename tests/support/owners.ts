import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readConfig, type Config } from '#server/platform/config.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { quickFolder } from './postgres.ts'

const OWNER = fileURLToPath(new URL('data-owner.ts', import.meta.url))
const FOYER = fileURLToPath(new URL('../../src/server/commands/foyer.ts', import.meta.url))
const BACKUP_OWNER = fileURLToPath(new URL('backup-owner.ts', import.meta.url))

export interface Home {
  config: Config
  folder: string
  /** For TMPDIR: folder of sockets, separate from other tests. */
  temporary: string
  environment: Record<string, string>
  /** Pid in the server's pid file; undefined without one. */
  postmaster: () => number | undefined
  sockets: () => string[]
  remove: () => void
}

export function createHome(options: { isReachable?: boolean } = {}): Home {
  const home = mkdtempSync(join(quickFolder(), 'foyer-home-'))
  const isReachable = options.isReachable ?? true
  if (isReachable) chmodSync(home, 0o755)
  const temporary = isReachable ? join(home, 'tmp') : tmpdir()
  mkdirSync(temporary, { recursive: true })
  const environment = { FOYER_DATA_DIR: join(home, 'data'), LOG_LEVEL: 'silent', TMPDIR: temporary }
  const config = readConfig(environment)
  const folder = resolveDataFolder(config.FOYER_DATA_DIR)
  const postmaster = (): number | undefined => readPid(folder)
  return {
    config,
    folder,
    temporary,
    environment,
    postmaster,
    sockets: () => readdirSync(temporary).filter((name) => name.startsWith('foyer-pg-')),
    remove: () => {
      const pid = postmaster()
      if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

export interface Program {
  process: ChildProcess
  pid: number
  /** Undefined when it exits without output. */
  firstLine: Promise<string | undefined>
  /** Exit code and complete output. */
  ended: Promise<{ code: number | null; out: string; err: string }>
}

function run(file: string, args: string[], environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, so that a test can signal the whole group like a terminal.
    detached: true,
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const lines = createInterface(child.stdout)
  const firstLine = Promise.race([once(lines, 'line'), once(lines, 'close')]).then(
    ([line]: unknown[]): string | undefined => (typeof line === 'string' ? line : undefined),
  )
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...said }))
  if (child.pid === undefined) throw new Error(`${file} could not be started.`)
  return { process: child, pid: child.pid, firstLine, ended }
}

export const startOwner = (home: Home, environment: Record<string, string> = {}): Program =>
  run(OWNER, [], { ...home.environment, ...environment })

/** Owns the data folder and backs it up, quickly. */
export const startBackupOwner = (environment: Record<string, string>): Program =>
  run(BACKUP_OWNER, [], environment)

/** Starts `foyer …`. */
export const startFoyerCommand = (args: string[], environment: Record<string, string>): Program =>
  run(FOYER, args, { LOG_LEVEL: 'silent', ...environment })

/** `foyer …`, to its end. */
export const runFoyer = (args: string[], environment: Record<string, string>): Program['ended'] =>
  startFoyerCommand(args, environment).ended

/** Resolves to the address of the owner's server. */
export async function addressOf(owner: Program): Promise<{ host: string; port: number }> {
  const line = await owner.firstLine
  if (line === undefined) throw new Error(`The owner ended: ${(await owner.ended).err}`)
  return JSON.parse(line)
}

export async function kill(program: Program): Promise<void> {
  program.process.kill('SIGKILL')
  await program.ended
}
