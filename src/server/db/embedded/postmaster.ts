import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries, type Binaries } from './binaries.ts'
import { RUNS_AS } from './data-folder.ts'

/** A PostgreSQL server that answers: where, and as which process. */
export interface Postmaster {
  pid: number
  socketFolder: string
  port: number
  /** Undefined for a server that another process started. */
  child?: ChildProcess
}

const POLL_MS = 10
const START_TIMEOUT_MS = 30_000

/** Starts the server of a data folder, making the folder first when there is none; a server that runs already is taken as it is. */
export async function ensurePostmaster(folder: string, flags: readonly string[] = []): Promise<Postmaster> {
  const binaries = findBinaries(RUNS_AS !== undefined)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(binaries, folder)
  const deadline = Date.now() + START_TIMEOUT_MS
  let complaint = ''
  while (Date.now() < deadline) {
    const running = await findRunning(folder)
    if (running) return running
    const started = await launch(binaries, folder, flags)
    if (typeof started !== 'string') return started
    // The remains of a killed server go within moments, and then the next attempt succeeds.
    complaint = started
    await pause(POLL_MS * 10)
  }
  throw new Error(`The embedded PostgreSQL did not start:\n${complaint}`)
}

/** Made beside its place and renamed: a folder that was begun and not finished is never taken for a whole one. */
function initialise(binaries: Binaries, folder: string): void {
  const half = `${folder}.${process.pid}`
  mkdirSync(dirname(folder), { recursive: true })
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  if (RUNS_AS) chownSync(half, RUNS_AS.uid, RUNS_AS.gid)
  const options = [
    '-U',
    'foyer',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]
  const made = spawnSync(binaries.initdb, ['-D', half, ...options, '--no-instructions'], {
    ...RUNS_AS,
    cwd: '/',
    encoding: 'utf8',
  })
  if (made.status !== 0)
    throw new Error(
      `The embedded PostgreSQL could not be set up in ${folder}:\n${made.stderr || String(made.error)}`,
    )
  try {
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
}

/** The server that `postmaster.pid` names, once it is ready. What a crash left behind is cleared away. */
async function findRunning(folder: string): Promise<Postmaster | undefined> {
  let file = readPidFile(folder)
  if (file && !isAlive(file.pid)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return undefined
  }
  while (file && isAlive(file.pid)) {
    if (file.isReady) return { pid: file.pid, socketFolder: file.socketFolder, port: file.port }
    await pause(POLL_MS)
    file = readPidFile(folder)
  }
  return undefined
}

/** The server's own account of itself: pid, folder, start, port, socket folder, address, key, status; a line each. */
function readPidFile(
  folder: string,
): { pid: number; port: number; socketFolder: string; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      socketFolder: lines[4] ?? '',
      isReady: lines[7]?.trim() === 'ready',
    }
  } catch {
    return undefined
  }
}

/** A process that was killed and that nobody has reaped yet still has its pid, but it is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  } catch {
    return true
  }
}

/** The server, or what it said when it would not start. */
async function launch(
  binaries: Binaries,
  folder: string,
  flags: readonly string[],
): Promise<Postmaster | string> {
  const socketFolder = makeSocketFolder(folder)
  const settings = [
    'listen_addresses=',
    'max_connections=120',
    'shared_buffers=128MB',
    'timezone=UTC',
    ...flags,
  ]
  const child = spawn(
    binaries.postgres,
    ['-D', folder, '-p', '5432', '-k', socketFolder, ...settings.flatMap((each) => ['-c', each])],
    {
      ...RUNS_AS,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_MESSAGES: 'C', PATH: process.env['PATH'] },
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', () => resolve(said))
  })
  const ready = (async () => {
    while (child.exitCode === null && child.signalCode === null) {
      const file = readPidFile(folder)
      if (file?.pid === child.pid && file?.isReady)
        return { pid: file.pid, socketFolder, port: file.port, child }
      await pause(POLL_MS)
    }
    return ended
  })()
  return Promise.race([ready, ended])
}

/** One folder for each data folder, so that a server that is started again is found where the old one was. */
function makeSocketFolder(folder: string): string {
  const remembered = socketFolders.get(folder)
  if (remembered && existsSync(remembered)) return remembered
  const made = mkdtempSync(join(tmpdir(), 'foyer-pg-'))
  if (RUNS_AS) chownSync(made, RUNS_AS.uid, RUNS_AS.gid)
  socketFolders.set(folder, made)
  return made
}

const socketFolders = new Map<string, string>()

/** A later start of this folder's server shall answer at the same socket. */
export const rememberSocketFolder = (folder: string, socketFolder: string): void => {
  socketFolders.set(folder, socketFolder)
}

export async function stopPostmaster(server: Postmaster): Promise<void> {
  if (!isAlive(server.pid)) return
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + START_TIMEOUT_MS
  while (isAlive(server.pid) && Date.now() < deadline) await pause(POLL_MS)
  rmSync(server.socketFolder, { recursive: true, force: true })
}
