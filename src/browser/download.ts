import type { Result } from '#model/result.ts'
import { api } from './api.ts'

/** Fetches a file that only this member may read, and hands it to the browser to keep. */
export async function download(
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
