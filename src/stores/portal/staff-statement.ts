import { call } from '#browser/platform/api.ts'
import { downloadFile } from '#browser/portal/download.ts'
import { staffHeaders } from '#browser/account/staff-session.ts'
import { me } from '#contracts/account/accounts.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { Result } from '#model/platform/result.ts'
import { withFieldErrors } from '#stores/platform/error-message.ts'

export async function downloadStatement(statement: {
  memberId: string
  format: 'csv' | 'pdf'
  from: string
  to: string
}): Promise<Result<unknown>> {
  const { memberId, format, from, to } = statement
  const path = portalUrls.statement(memberId, format, { from, to })
  const name = `statement-${from}-${to}.${format}`
  const answer = await downloadFile(path, name, staffHeaders())
  if (answer.success || answer.error.code !== 'UNAUTHENTICATED') return withFieldErrors(answer)
  // Renews an expired access token, which a download can't do.
  await call(me, {}, { cache: 'no-store' })
  return withFieldErrors(await downloadFile(path, name, staffHeaders()))
}
