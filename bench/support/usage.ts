import type { Helper } from './processes.ts'

/** CPU time since a process started, and its memory now. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

/** In the helper: says what it has used whenever it is asked, and ends with its parent. */
export function reportUsage(close: () => Promise<void>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const usage: Usage = { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
    process.send?.(usage)
  })
  process.on('disconnect', () => void close().then(() => process.exit(0)))
}

/** In the bench: asks it. */
export async function readUsage(helper: Helper): Promise<Usage> {
  const { cpuMs, rssBytes } = await helper.ask('usage')
  return { cpuMs: Number(cpuMs), rssBytes: Number(rssBytes) }
}
