import { selectBasesToKeep, isPieceNeeded } from '#model/platform/backups/retention.ts'
import type { Archive } from './archive.ts'

const DAY_MS = 86_400_000

/**
 * Deletes everything that isn't needed to restore any moment of the last `days`: base backups, WAL, uploads and
 * incomplete base backups.
 */
export async function deleteOldBackups(
  archive: Archive,
  { days, now, uploads }: { days: number; now: number; uploads: readonly string[] },
): Promise<void> {
  const manifests = await archive.listManifests()
  const kept = selectBasesToKeep(manifests, { days, now })
  const keptIds = new Set(kept.map(({ id }) => id))
  const complete = new Set(manifests.map(({ id }) => id))
  for (const id of await archive.listBaseIds())
    if (complete.has(id) ? !keptIds.has(id) : isAbandoned(id, now)) await archive.removeBase(id)
  // While there is no base, the first one may be running and need this WAL.
  if (kept.length === 0) return
  for (const piece of await archive.listPieces())
    if (!isPieceNeeded(piece, kept)) await archive.remove(piece.name)
  const used = new Set([...uploads, ...kept.flatMap((each) => each.uploads)])
  for (const { name, storedAt } of await archive.listUploads())
    if (!used.has(name) && now - storedAt.getTime() > days * DAY_MS) await archive.removeUpload(name)
}

/** True for the id of a base backup that was started more than a day ago. */
function isAbandoned(id: string, now: number): boolean {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(id) ?? []
  return now - Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) > DAY_MS
}
