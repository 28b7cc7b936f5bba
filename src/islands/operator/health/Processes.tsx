import type { HealthView } from '#contracts/operator/health.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatBytes } from './format-bytes.ts'

type Node = HealthView['nodes'][number]
type Job = HealthView['jobs'][number]

export const NodeList = ({ nodes }: { nodes: readonly Node[] }) => (
  <section className="section" aria-labelledby="nodes-title">
    <h2 id="nodes-title">Processes</h2>
    <DataTable labelledBy="nodes-title" columns={NODE_COLUMNS} rows={nodes} keyOf={({ id }) => id} />
  </section>
)

const NODE_COLUMNS: TableColumns<Node> = [
  {
    name: 'Host',
    cell: ({ host, pid }) => (
      <>
        {host}
        <br />
        <small>process {pid}</small>
      </>
    ),
  },
  { name: 'Version', cell: ({ version }) => version },
  { name: 'Started', cell: ({ since }) => formatDateTime(since) },
  {
    name: 'State',
    cell: ({ isAlive, seenAt }) => (isAlive ? 'Running' : `Last seen ${formatDateTime(seenAt)}`),
  },
  { name: 'Memory', isNumber: true, cell: ({ memoryBytes }) => formatBytes(memoryBytes) },
]

export const JobList = ({ jobs }: { jobs: readonly Job[] }) => (
  <section className="section" aria-labelledby="jobs-title">
    <h2 id="jobs-title">Jobs</h2>
    <DataTable labelledBy="jobs-title" columns={JOB_COLUMNS} rows={jobs} keyOf={({ name }) => name} />
  </section>
)

const JOB_COLUMNS: TableColumns<Job> = [
  {
    name: 'Job',
    cell: ({ name, error }) => (
      <>
        {name}
        {error && (
          <>
            <br />
            <small>{error}</small>
          </>
        )}
      </>
    ),
  },
  { name: 'State', cell: ({ error }) => (error ? 'Failing' : 'Working') },
  { name: 'Last run', cell: ({ lastRunAt }) => formatDateTime(lastRunAt) },
  {
    name: 'Last success',
    cell: ({ succeededAt }) => (succeededAt === null ? 'None yet' : formatDateTime(succeededAt)),
  },
  { name: 'Duration', isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
]
