import type { listApiKeys as contract } from '#contracts/console/developers/api-keys.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listApiKeyRows } from './api-key-rows.ts'
import { toApiKeyView } from './api-key-view.ts'

const SHOWN_AFTER_MS = 30 * 86_400_000

export const listApiKeys: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const since = new Date(context.clock.now() - SHOWN_AFTER_MS)
  const rows = await listApiKeyRows(context.db, { promoterId, since })
  return succeed({ apiKeys: rows.map(toApiKeyView) })
}
