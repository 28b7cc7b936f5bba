import type { Context } from '#server/context.ts'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { writeNode } from './node-rows.ts'

const FORGOTTEN_MS = 86_400_000

/** A job that writes the state of this process and its jobs to the database, for other nodes and operators. */
export async function writeHeartbeat(context: Pick<Context, 'clock' | 'db' | 'health'>): Promise<void> {
  const { node, jobs, heartbeatWritten } = context.health
  const now = context.clock.now()
  await writeNode(context.db, {
    id: node.id,
    host: node.host,
    pid: node.pid,
    version: APP_VERSION,
    startedAt: new Date(node.startedAt),
    seenAt: new Date(now),
    memoryBytes: process.memoryUsage.rss(),
    jobs: jobs(),
    forgetUntil: new Date(now - FORGOTTEN_MS),
  })
  heartbeatWritten(now)
}
