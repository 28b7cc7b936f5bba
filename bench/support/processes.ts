import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The server and the load generator are pinned to a core each. An `installation`, Foyer with its PostgreSQL, uses all cores. */
export type Role = 'server' | 'generator' | 'installation'
const CORE_OF: Readonly<Partial<Record<Role, string>>> = { server: '0', generator: '1' }

const isOnPath = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).error === undefined

export const canPin = availableParallelism() > 1 && isOnPath('taskset', '--version')
export const hasWrk = isOnPath('wrk', '--version')

function pin(role: Role, command: readonly string[]): string[] {
  const core = CORE_OF[role]
  return canPin && core !== undefined ? ['taskset', '-c', core, ...command] : [...command]
}

/** Starts a program on the core of its role. */
export function start(
  role: Role,
  command: readonly string[],
  options: { stdio: StdioOptions; env?: NodeJS.ProcessEnv } = { stdio: 'inherit' },
): ChildProcess {
  const [program = '', ...args] = pin(role, command)
  return spawn(program, args, options)
}

export const runGenerator = (command: readonly string[]): Promise<string> =>
  hear(start('generator', command, { stdio: ['ignore', 'pipe', 'inherit'] }), command)

/** The same without pinning. */
export function runBeside(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command
  return hear(spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] }), command)
}

async function hear(child: ChildProcess, command: readonly string[]): Promise<string> {
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command[0]} exited with code ${code}.`)
  return said
}

/** A Node program of the bench that responds to messages over IPC and exits when the channel closes. */
export interface Helper {
  origin: string
  greeting: Record<string, unknown>
  ask: (question: unknown) => Promise<Record<string, unknown>>
  stop: () => Promise<void>
  /** Kills it with SIGKILL, without cleanup. */
  kill: () => Promise<void>
}

const BENCH = fileURLToPath(new URL('..', import.meta.url))

/** `folder` defaults to this version's bench/. */
export async function startHelper(
  role: Role,
  file: `${string}.ts`,
  options: { env?: NodeJS.ProcessEnv; flags?: readonly string[]; folder?: string } = {},
): Promise<Helper> {
  const path = join(options.folder ?? BENCH, file)
  const child = start(role, [process.execPath, ...(options.flags ?? []), path], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      // As `npm start` sets it.
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      ...options.env,
    },
  })
  const answer = async (): Promise<Record<string, unknown>> => {
    const answered = new AbortController()
    const { signal } = answered
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${file} exited with code ${code}.`)
    })
    try {
      const [message] = await Promise.race([once(child, 'message', { signal }), ended])
      return message
    } finally {
      answered.abort()
    }
  }
  const greeting = await answer()
  return {
    origin: `http://127.0.0.1:${Number(greeting['port'])}`,
    greeting,
    ask: (question) => {
      child.send(Object(question))
      return answer()
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
