import { useState } from 'react'
import { now } from '#browser/platform/clock.ts'
import type { ApiKey } from '#contracts/console/developers/api-keys.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { formatDate, formatDateTime } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $apiKeys, loadApiKeys } from '#stores/console/developers.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { CreateKey } from './CreateKey.tsx'
import { RevokeKey } from './RevokeKey.tsx'
import { scopeLabels } from './scope-labels.ts'

export function ApiKeys() {
  const { data, error } = useStore($apiKeys, LOADING)
  const [isCreating, create] = useState(false)
  return (
    <section className="section" aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">API keys</h2>
        {data && data.length > 0 && (
          <Button variant="quiet" onClick={() => create(true)}>
            Create a key
          </Button>
        )}
      </div>
      {!data && <Loading size="item" what="Your keys" why={error} onRetry={() => void loadApiKeys()} />}
      {data && <KeyList apiKeys={data} onCreate={() => create(true)} />}
      {isCreating && <CreateKey onClose={() => create(false)} />}
    </section>
  )
}

function KeyList({ apiKeys, onCreate }: { apiKeys: readonly ApiKey[]; onCreate: () => void }) {
  if (apiKeys.length > 0)
    return <DataTable labelledBy="keys" columns={COLUMNS} rows={apiKeys} keyOf={({ id }) => id} />
  return (
    <div className="empty-state">
      <p>
        With an API key, your programs can read orders into your bookkeeping or create events from your
        calendar. Each key can do only what you choose.
      </p>
      <Button onClick={onCreate}>Create a key</Button>
    </div>
  )
}

const COLUMNS: TableColumns<ApiKey> = [
  {
    name: 'Name',
    cell: ({ name, prefix }) => (
      <>
        {name}
        <span className="secondary-text">
          <code>{prefix}</code>
        </span>
      </>
    ),
  },
  {
    name: 'Permissions',
    cell: ({ scopes }) => (
      <ul className="scope-lines">
        {scopeLabels(scopes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  },
  { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : 'Never') },
  { name: 'Expires', cell: (key) => <KeyEnd apiKey={key} /> },
  {
    name: 'Revoke',
    isUnnamed: true,
    cell: (key) => (key.revokedAt ? null : <RevokeKey apiKey={key} />),
  },
]

function KeyEnd({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  const [shownAt] = useState(now)
  if (revokedAt)
    return (
      <span className="badge" data-tone="danger">
        Revoked
      </span>
    )
  if (!expiresAt) return 'Never'
  if (Date.parse(expiresAt) > shownAt) return formatDate(expiresAt)
  return (
    <span className="badge" data-tone="warning">
      Expired
    </span>
  )
}
