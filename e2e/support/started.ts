import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** `npm start` on a free port, as operators run it. */
export interface Started {
  child: ChildProcess
  port: number
  /** Output so far, including the log. */
  said: () => string
  /** Exit code or signal. */
  ended: Promise<number | string | null>
}

export async function startAsOperator(environment: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn('node', [fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  let text = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [, found] = /open at http:\/\/localhost:(\d+)/.exec(text) ?? []
      if (found) resolve(Number(found))
    })
    void ended.then((code) => reject(new Error(`Foyer ended with ${code} before it was open.`)))
  })
  return { child, port, said: () => text, ended }
}
