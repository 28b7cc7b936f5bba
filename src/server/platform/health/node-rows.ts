import { execute, queryRows, type Db } from '#server/platform/db/query.ts'

export interface NodeRow {
  id: string
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  memoryBytes: number
  jobs: unknown
}

/** Writes this process's row, and deletes rows of processes last seen at or before `forgetUntil`. */
export async function writeNode(
  db: Db,
  node: Omit<NodeRow, 'jobs'> & { jobs: readonly object[]; forgetUntil: Date },
): Promise<void> {
  await execute(db)`
    insert into nodes (id, host, pid, version, started_at, seen_at, memory_bytes, jobs)
    values (${node.id}, ${node.host}, ${node.pid}, ${node.version}, ${node.startedAt}, ${node.seenAt}, ${node.memoryBytes},
      ${JSON.stringify(node.jobs)}::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, memory_bytes = excluded.memory_bytes, jobs = excluded.jobs`
  await execute(db)`delete from nodes where seen_at <= ${node.forgetUntil}`
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await execute(db)`delete from nodes where id = ${id}`
}

export function listNodes(db: Db): Promise<NodeRow[]> {
  return queryRows<NodeRow>(db)`
    select id, host, pid, version, started_at as "startedAt", seen_at as "seenAt", memory_bytes as "memoryBytes", jobs
    from nodes order by started_at desc, id`
}
