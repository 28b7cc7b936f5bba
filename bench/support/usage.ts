import type { Helper } from './processes.ts'

export interface Usage {
  cpuMs: number
  rssBytes: number
}

/** In the helper: reports its usage on request, and exits with its parent. */
export function reportUsage(close: () => Promise<void>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const usage: Usage = { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
    process.send?.(usage)
  })
  process.on('disconnect', () => void close().then(() => process.exit(0)))
}

/** In the bench: requests the usage. */
export async function readUsage(helper: Helper): Promise<Usage> {
  const { cpuMs, rssBytes } = await helper.ask('usage')
  return { cpuMs: Number(cpuMs), rssBytes: Number(rssBytes) }
}
