import { legalTextUrl } from '#contracts/platform/legal-urls.ts'
import { LEGAL_NAMES, type LegalKind } from '#model/sites/legal.ts'
import type { Context } from '#server/context.ts'
import { listLegalKinds } from './legal-rows.ts'

export async function listLegalLinks(
  { db }: Pick<Context, 'db'>,
  promoterId: string,
): Promise<{ kind: LegalKind; label: string; path: string }[]> {
  const kinds = await listLegalKinds(db, promoterId)
  return kinds.map((kind) => ({ kind, label: LEGAL_NAMES[kind], path: legalTextUrl({ kind, promoterId }) }))
}
