import { downloadFile } from '#browser/portal/download.ts'
import type { Result } from '#model/platform/result.ts'
import { promoterHeaders } from '#stores/console/own-promoters.ts'

export function downloadExport(
  what: 'orders' | 'attendees',
  format: 'csv' | 'xlsx',
  filters: Readonly<Record<string, string | undefined>>,
): Promise<Result<unknown>> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  const path = `/api/promoter/${what}/export.${format}?${query.toString()}`
  return downloadFile(path, `${what}.${format}`, promoterHeaders().headers)
}
