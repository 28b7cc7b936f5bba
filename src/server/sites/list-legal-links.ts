import { legalTextUrl } from '#contracts/legal-urls.ts'
import { LEGAL_NAMES } from '#model/legal.ts'
import type { Context } from '../context.ts'
import { listLegalKinds } from './legal-rows.ts'

/** Lists a promoter's legal pages by name and path, in the order of the footer. */
export async function listLegalLinks(
  { db }: Pick<Context, 'db'>,
  promoterId: string,
): Promise<{ label: string; path: string }[]> {
  const kinds = await listLegalKinds(db, promoterId)
  return kinds.map((kind) => ({ label: LEGAL_NAMES[kind], path: legalTextUrl({ kind, promoterId }) }))
}
