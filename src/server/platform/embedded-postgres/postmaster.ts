import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { POSTGRES_USER } from './data-folder.ts'
import { isServerOf, pidFileOf, readPidFile, type PidFile } from './pid-file.ts'
import { canReuseSocketFolder, makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

export interface Postmaster {
  pid: number
  socketFolder: string
  port: number
  /** Process of the server; undefined when another process started the server. */
  child?: ChildProcess
}

export interface PostmasterStart {
  binaries: Binaries
  folder: string
  flags: readonly string[]
  /** Socket folder of an earlier server, which is reused so that clients can reconnect. */
  socketFolder?: string
}

/** Thrown when the server is running, but this process can't see its socket. The message says why. */
export class SocketHidden extends Error {
  override name = 'SocketHidden'
}

const POLL_MS = 10
const RETRY_MS = 100
const START_TIMEOUT_MS = 30_000
const PORT = 5432

export async function ensurePostmaster(start: PostmasterStart): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let problemMessage = 'It is running, but doesn’t respond.'
  while (Date.now() < deadline) {
    const running = await findRunning(start.folder, deadline)
    if (running) return running
    const started = await launchPostmaster(start)
    if (typeof started !== 'string') return started
    // The start is retried, because remains of a killed server (processes, shared memory, socket) can block it for a
    // moment.
    problemMessage = started
    await pause(RETRY_MS)
  }
  throw new Error(`The embedded PostgreSQL did not start:\n${problemMessage}`)
}

async function findRunning(folder: string, deadline: number): Promise<Postmaster | undefined> {
  let file = readPidFile(folder)
  while (file && isServerOf(folder, file.pid) && Date.now() < deadline) {
    const { pid, socketFolder, port } = file
    if (file.isReady && (await answers(join(socketFolder, socketOf(port)))))
      return { pid, socketFolder, port }
    // A running server's socket folder always exists, so this process just can't see it.
    if (file.isReady && !existsSync(socketFolder) && isServerOf(folder, pid)) throw hidden(folder, file)
    await pause(POLL_MS)
    file = readPidFile(folder)
  }
  return undefined
}

const hidden = (folder: string, { pid, socketFolder }: PidFile): SocketHidden =>
  new SocketHidden(
    `PostgreSQL runs on ${folder} (process ${pid}), but its socket folder ${socketFolder} isn’t visible to this process, for example because of systemd’s PrivateTmp. Give the service a TMPDIR that other processes can see, as in deploy/foyer@.service, and restart it.`,
  )

const socketOf = (port: number): string => `.s.PGSQL.${port}`

/** PostgreSQL's SSLRequest message, which every server answers before authentication. */
const ARE_YOU_THERE = Buffer.from('0000000804d2162f', 'hex')

/**
 * True when a server responds. A server that was killed a moment ago still has a pid file, and its socket accepts
 * connections.
 */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => socket.write(ARE_YOU_THERE))
    socket.once('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false)).once('close', () => resolve(false))
  })
}

/** Starts the server once, and waits until it is ready or exits. Returns its messages when it exits. */
export async function launchPostmaster(start: PostmasterStart): Promise<Postmaster | string> {
  const known = start.socketFolder ?? readPidFile(start.folder)?.socketFolder
  clearPidFile(start.folder)
  const socketFolder = known && canReuseSocketFolder(known) ? known : makeSocketFolder()
  const child = spawnServer(start, socketFolder)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', () => resolve(said))
  })
  const started = await Promise.race([untilReady(start.folder, child), ended])
  if (started === undefined) return ended
  if (typeof started === 'string' && socketFolder !== known) removeSocketFolder(socketFolder)
  return started
}

/**
 * Removes the pid file of a server that isn't running. The server would do so itself, except when another process now
 * has the same pid.
 */
function clearPidFile(folder: string): void {
  const left = readPidFile(folder)
  if (!left || !existsAtAll(left.pid) || isServerOf(folder, left.pid)) return
  rmSync(pidFileOf(folder), { force: true })
  rmSync(join(left.socketFolder, `${socketOf(left.port)}.lock`), { force: true })
}

function existsAtAll(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function spawnServer({ binaries, folder, flags }: PostmasterStart, socketFolder: string): ChildProcess {
  const settings = [
    'listen_addresses=',
    'max_connections=120',
    'shared_buffers=128MB',
    'timezone=UTC',
    ...flags,
  ]
  return spawn(
    binaries.postgres,
    ['-D', folder, '-p', String(PORT), '-k', socketFolder, ...settings.flatMap((each) => ['-c', each])],
    {
      ...POSTGRES_USER,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_MESSAGES: 'C', PATH: process.env['PATH'] },
      // A separate process group, because Ctrl-C in a terminal goes to the whole group, and the server must run until
      // Foyer has shut down.
      detached: true,
    },
  )
}

async function untilReady(folder: string, child: ChildProcess): Promise<Postmaster | undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPidFile(folder)
    if (file?.isReady && file.pid === child.pid) {
      return { pid: file.pid, socketFolder: file.socketFolder, port: file.port, child }
    }
    await pause(POLL_MS)
  }
  return undefined
}

/** Fast shutdown: ends sessions and rolls back open transactions. Committed data is on disk. */
export async function stopPostmaster(folder: string, server: Postmaster): Promise<void> {
  if (isServerOf(folder, server.pid)) process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + START_TIMEOUT_MS
  while (isServerOf(folder, server.pid)) {
    if (Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL (process ${server.pid}) does not stop.`)
    await pause(POLL_MS)
  }
  removeSocketFolder(server.socketFolder)
}
