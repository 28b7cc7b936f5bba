import { chownSync, closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { timelineHistoryName, SEGMENT_BYTES, segmentName, segmentStart } from '#model/platform/backups/wal.ts'
import { POSTGRES_USER } from '#server/platform/embedded-postgres/data-folder.ts'
import type { Archive, StoredPiece } from '../archive.ts'
import type { Manifest } from '../manifest.ts'

const AT_ONCE = 8

/** Returns the pieces of WAL that a restore reads: from the start of the base backup to `toLsn`. */
export const selectWalPieces = (
  pieces: readonly StoredPiece[],
  { base, toLsn }: { base: Manifest; toLsn: number },
): StoredPiece[] =>
  pieces.filter(
    ({ timeline, from, to }) =>
      timeline === base.timeline && to > segmentStart(base.startLsn) && from < toLsn,
  )

/**
 * Writes segment files from their pieces. PostgreSQL needs files of full size; missing parts become holes in the
 * file, which take no space on disk.
 */
export async function fetchWal(
  archive: Archive,
  pieces: readonly StoredPiece[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (POSTGRES_USER) chownSync(folder, POSTGRES_USER.uid, POSTGRES_USER.gid)
  const segments = Map.groupBy(pieces, ({ timeline, from }) => segmentName(timeline, from))
  const waiting = segments.entries()
  const worker = async (): Promise<void> => {
    for (const [name, ofSegment] of waiting) await writeSegment(archive, join(folder, name), ofSegment)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/**
 * Reserves the numbers of the archive's timelines with empty history files. PostgreSQL ends recovery on the first
 * later timeline without a history file. Otherwise, a second restore of the same base would reuse the first one's
 * timeline number, and its WAL would conflict in the archive.
 */
export function reserveTimelines(folder: string, { after, upTo }: { after: number; upTo: number }): void {
  for (let timeline = after + 1; timeline <= upTo; timeline += 1) {
    const path = join(folder, timelineHistoryName(timeline))
    // PostgreSQL only checks whether the file exists.
    writeFileSync(path, '', { mode: 0o600 })
    if (POSTGRES_USER) chownSync(path, POSTGRES_USER.uid, POSTGRES_USER.gid)
  }
}

async function writeSegment(archive: Archive, path: string, pieces: readonly StoredPiece[]): Promise<void> {
  const file = openSync(path, 'w', 0o600)
  try {
    if (POSTGRES_USER) chownSync(path, POSTGRES_USER.uid, POSTGRES_USER.gid)
    ftruncateSync(file, SEGMENT_BYTES)
    for (const { name, from } of pieces) {
      const bytes = await archive.read(name)
      writeSync(file, bytes, 0, lengthWithoutZeros(bytes), from % SEGMENT_BYTES)
    }
  } finally {
    closeSync(file)
  }
}

function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0) length -= 1
  return length
}
