import { setTimeout as pause } from 'node:timers/promises'
import { formatLsn, SEGMENT_BYTES, segmentStart } from '#model/platform/backups/wal.ts'
import type { Archive } from './archive.ts'
import type { LogData, Replication } from './replication.ts'

/** A piece is stored as soon as it has this size. */
const PIECE_BYTES = 4 * 1024 ** 2
/** Number of waiting bytes above which the stream is paused. */
const MAX_WAITING_BYTES = 32 * 1024 ** 2

export interface WalStream {
  archive: Archive
  replication: Replication
  slot: string
  timeline: number
  /** Position after the WAL that the archive already has. */
  from: number
  /** When aborted, stops after storing all received WAL. */
  signal: AbortSignal
  /** Called with the time up to which all changes are stored, in milliseconds since the epoch. */
  onStored: (at: number) => void
  /** Maximum milliseconds before received WAL is stored, so that little is lost with the machine. */
  pieceMs: number
}

/**
 * Stores WAL in pieces as the server writes it, until the signal. Throws when the server or the store fails. Because
 * of the slot, the server keeps WAL that isn't stored.
 */
export async function streamWal(wal: WalStream): Promise<void> {
  const { replication, slot, timeline, signal, pieceMs } = wal
  const waiting = createWaitingLog(wal.from)
  const failed = new AbortController()
  const stopped = AbortSignal.any([signal, failed.signal])
  const streaming = replication
    .stream({ slot, timeline, lsn: wal.from }, (data) => {
      if (!waiting.add(data))
        failed.abort(new Error(`The WAL stream doesn’t continue at ${formatLsn(data.lsn)}.`))
      if (waiting.bytes() > MAX_WAITING_BYTES) replication.pause()
    })
    .then(
      () => failed.abort(new Error('The server ended the WAL stream.')),
      (error: unknown) => failed.abort(error),
    )
  try {
    while (!stopped.aborted) {
      await waiting.until(PIECE_BYTES, pieceMs, stopped)
      await store(wal, waiting)
      replication.resume()
    }
    if (failed.signal.aborted && !signal.aborted) throw failed.signal.reason
  } finally {
    replication.close()
    await streaming
  }
}

async function store(
  { archive, timeline, replication, onStored }: WalStream,
  waiting: Waiting,
): Promise<void> {
  for (let next = waiting.take(); next; next = waiting.take()) {
    const to = next.from + next.bytes.length
    await archive.putPiece({ timeline, from: next.from, to }, next.bytes)
  }
  const stored = waiting.takenUntil()
  replication.acknowledge({ received: stored, stored })
  const at = waiting.completeAt()
  if (at !== undefined) onStored(at)
}

type Waiting = ReturnType<typeof createWaitingLog>

/** WAL that was received and isn't stored yet. */
function createWaitingLog(from: number) {
  let chunks: Buffer[] = []
  let bytes = 0
  let start = from
  let completeAt: number | undefined
  let wake: (() => void) | undefined
  let wanted = Infinity
  return {
    bytes: () => bytes,
    takenUntil: () => start,
    /**
     * Server time of the last message at which all WAL that the server had written (`endLsn`) was received; undefined
     * before the first.
     */
    completeAt: () => completeAt,
    /** Adds received WAL. Returns false when the bytes don't follow the previous ones. */
    add: ({ lsn, bytes: chunk, endLsn, sentAt }: LogData): boolean => {
      if (lsn !== start + bytes) return false
      chunks.push(chunk)
      bytes += chunk.length
      if (start + bytes >= endLsn) completeAt = sentAt
      if (bytes >= wanted) wake?.()
      return true
    },
    /** Resolves when this many bytes are waiting, after this many milliseconds, or on the signal. */
    until: async (many: number, milliseconds: number, signal: AbortSignal): Promise<void> => {
      if (bytes >= many) return
      const enough = new AbortController()
      wanted = many
      wake = () => enough.abort()
      await pause(milliseconds, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(
        () => undefined,
      )
      wanted = Infinity
    },
    /** Removes and returns the first bytes, up to the end of their segment. */
    take: (): { from: number; bytes: Buffer } | undefined => {
      if (bytes === 0) return undefined
      const all = Buffer.concat(chunks)
      const taken = all.subarray(0, segmentStart(start) + SEGMENT_BYTES - start)
      const rest = all.subarray(taken.length)
      const piece = { from: start, bytes: taken }
      start += taken.length
      bytes = rest.length
      chunks = bytes > 0 ? [rest] : []
      return piece
    },
  }
}
