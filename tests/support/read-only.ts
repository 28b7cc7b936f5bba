import pg from 'pg'
import type { ServerAddress } from './postgres.ts'

/** Makes the database read-only for new connections, like a standby; existing ones break. */
export async function setReadOnly(
  { address }: { address: ServerAddress },
  isReadOnly: boolean,
): Promise<void> {
  const client = new pg.Client({ ...address, options: '-c default_transaction_read_only=off' })
  await client.connect()
  try {
    const name = client.escapeIdentifier(address.database)
    await client.query(
      isReadOnly
        ? `alter database ${name} set default_transaction_read_only = on`
        : `alter database ${name} reset default_transaction_read_only`,
    )
    if (isReadOnly)
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
  } finally {
    await client.end()
  }
}
