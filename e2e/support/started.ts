import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** `npm start` on a free port, as operators run it. */
export interface Started {
  child: ChildProcess
  port: number
  /** Output so far, including the log. */
  said: () => string
  /** Sets the clock of a process with a movable clock ahead of the test's. */
  setClock: (aheadMs: number) => Promise<void>
  /** Exit code or signal. */
  ended: Promise<number | string | null>
}

export async function startAsOperator(
  environment: Readonly<Record<string, string>>,
  { hasMovableClock = false } = {},
): Promise<Started> {
  const clock = hasMovableClock ? ['--import', pathOf('movable-clock.ts')] : []
  const child = spawn('node', [...clock, pathOf('../../scripts/start.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', ...(hasMovableClock ? (['ipc'] as const) : [])],
  })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  let text = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [, found] = /open at (?:http:\/\/localhost:|\S+, and listens on port )(\d+)/.exec(text) ?? []
      if (found) resolve(Number(found))
    })
    void ended.then((code) => reject(new Error(`Foyer ended with ${code} before it was open.`)))
  })
  return { child, port, said: () => text, setClock: (aheadMs) => setClock(child, aheadMs), ended }
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

export async function setClock(child: ChildProcess, ahead: number): Promise<void> {
  const done = once(child, 'message')
  child.send({ ahead })
  await done
}
