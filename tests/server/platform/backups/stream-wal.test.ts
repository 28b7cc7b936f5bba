import { expect, test } from 'vitest'
import { createArchive } from '#server/platform/backups/archive.ts'
import type { LogData, Replication } from '#server/platform/backups/replication.ts'
import { createSealer } from '#server/platform/backups/seal.ts'
import type { BackupStore } from '#server/platform/backups/stores/store.ts'
import { streamWal } from '#server/platform/backups/stream-wal.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const FROM = 16 * 1024 ** 2

/** A server whose log the test sends, and the moments that count as stored. */
function openStream() {
  const sent = Promise.withResolvers<(data: LogData) => void>()
  const ended = Promise.withResolvers<void>()
  const acknowledged: number[] = []
  const replication: Replication = {
    identify: () => Promise.reject(new Error('not used')),
    takeBase: () => {
      throw new Error('not used')
    },
    stream: (_from, onData) => {
      sent.resolve(onData)
      return ended.promise
    },
    acknowledge: ({ stored }) => acknowledged.push(stored),
    pause: () => undefined,
    resume: () => undefined,
    close: ended.resolve,
  }
  const moments: number[] = []
  const stopping = new AbortController()
  const done = streamWal({
    archive: createArchive(acceptAll, createSealer({ BACKUP_KEY: [] }), '7000'),
    replication,
    slot: 'foyer_backup',
    timeline: 1,
    from: FROM,
    signal: stopping.signal,
    onStored: (at) => moments.push(at),
    pieceMs: 1,
  })
  return {
    moments,
    send: async (data: LogData): Promise<void> => (await sent.promise)(data),
    untilStored: (lsn: number) => waitFor(() => expect(acknowledged.at(-1)).toBe(lsn)),
    stop: async (): Promise<void> => {
      stopping.abort()
      await done
    },
  }
}

const acceptAll = { place: 'memory', put: () => Promise.resolve() } as Partial<BackupStore> as BackupStore

test('all changes count as stored up to the last moment at which the server had sent all of its log', async () => {
  const stream = openStream()
  const bytes = Buffer.alloc(100)
  await stream.send({ lsn: FROM, bytes, endLsn: FROM + 500, sentAt: 1000 })
  await stream.untilStored(FROM + 100)
  expect(stream.moments).toEqual([])

  await stream.send({ lsn: FROM + 100, bytes, endLsn: FROM + 200, sentAt: 2000 })
  await stream.untilStored(FROM + 200)
  expect(new Set(stream.moments)).toEqual(new Set([2000]))

  await stream.send({ lsn: FROM + 200, bytes, endLsn: FROM + 9000, sentAt: 3000 })
  await stream.untilStored(FROM + 300)
  await stream.stop()
  expect(new Set(stream.moments)).toEqual(new Set([2000]))
})
