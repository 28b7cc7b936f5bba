import { legalTextUrl } from '#contracts/legal-urls.ts'
import { LEGAL_NAMES, type LegalKind } from '#model/legal.ts'
import type { Context } from '../context.ts'
import { listLegalKinds } from './legal-rows.ts'

/** A promoter's legal pages that there are, by name and path, in the order of a footer. */
export async function listLegalLinks(
  { db }: Pick<Context, 'db'>,
  promoterId: string,
): Promise<{ kind: LegalKind; label: string; path: string }[]> {
  const kinds = await listLegalKinds(db, promoterId)
  return kinds.map((kind) => ({ kind, label: LEGAL_NAMES[kind], path: legalTextUrl({ kind, promoterId }) }))
}
