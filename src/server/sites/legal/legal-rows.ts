import { sortForFooter, type LegalKind } from '#model/sites/legal.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface StoredLegalText {
  kind: LegalKind
  version: number
  /** Text in Markdown; null for the version that removed the page. */
  text: string | null
  createdAt: Date
}

/** A promoter's id, or null for the main site. */
type Owner = string | null

export function listNewestLegalTexts(db: Db, owner: Owner): Promise<StoredLegalText[]> {
  return queryRows<StoredLegalText>(db)`
    select distinct on (kind) kind, version, text, created_at as "createdAt" from legal_texts
    where promoter_id is not distinct from ${owner}::uuid
    order by kind, version desc`
}

export function findLegalText(
  db: Db,
  find: { owner: Owner; kind: LegalKind; version?: number | undefined },
): Promise<StoredLegalText | undefined> {
  return queryRow<StoredLegalText>(db)`
    select kind, version, text, created_at as "createdAt" from legal_texts
    where promoter_id is not distinct from ${find.owner}::uuid and kind = ${find.kind}
      and version = coalesce(${find.version ?? null}::int, version)
    order by version desc limit 1`
}

/** Inserts a version of a legal text. Returns false when a concurrent call has written the same version number. */
export async function insertLegalText(
  db: Db,
  legalText: StoredLegalText & { owner: Owner },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('legal_texts')
    .values({
      promoter_id: legalText.owner,
      kind: legalText.kind,
      version: legalText.version,
      text: legalText.text,
      created_at: legalText.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['promoter_id', 'kind', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function listLegalKinds(db: Db, owner: Owner): Promise<LegalKind[]> {
  const texts = await listNewestLegalTexts(db, owner)
  return sortForFooter(texts.filter(({ text }) => text !== null).map(({ kind }) => kind))
}
