import type { Registry } from '@prometheus-io/client'
import type { FoyerPool } from '#server/platform/db/pool.ts'
import { registerCounter, registerGauge } from './read-metric.ts'

/**
 * Adds metrics of the database connection pools: how busy they are, and how long statements wait for a connection.
 */
export function addPoolMetrics(registry: Registry, pools: Readonly<Record<string, FoyerPool>>): void {
  const labels = ['pool']
  const all = Object.entries(pools)
  registerGauge(
    registry,
    {
      name: 'foyer_pool_connections',
      help: 'Connections to the database, by pool and state',
      labels: ['pool', 'state'],
    },
    () =>
      all.flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
      ]),
  )
  registerGauge(
    registry,
    { name: 'foyer_pool_waiting', help: 'Statements and transactions that wait for a connection', labels },
    () => all.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount })),
  )
  registerCounter(
    registry,
    { name: 'foyer_pool_acquired_total', help: 'Connections that were taken from the pool', labels },
    () => all.map(([pool, { acquired }]) => ({ labels: { pool }, value: acquired })),
  )
  registerCounter(
    registry,
    { name: 'foyer_pool_wait_seconds_total', help: 'Time that was spent waiting for connections', labels },
    () => all.map(([pool, { waitedMs }]) => ({ labels: { pool }, value: waitedMs / 1000 })),
  )
}
