import type { Result } from '#model/platform/result.ts'
import { api } from '#browser/platform/api-client.ts'

export async function downloadFile(
  path: string,
  name: string,
  headers: Record<string, string>,
): Promise<Result<unknown>> {
  const answer = await api.get(path, { headers, isFile: true })
  if (answer.success && answer.data instanceof Blob) saveFile(answer.data, name)
  return answer
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
