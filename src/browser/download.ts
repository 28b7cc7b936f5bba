import type { Result } from '#model/result.ts'
import { clientFailure, readResponse } from './read-response.ts'
import { readAccessToken } from './storage.ts'

/** Fetches a file that only this member may read, and hands it to the browser to keep. */
export async function download(
  path: string,
  name: string,
  headers: Record<string, string>,
): Promise<Result<unknown>> {
  try {
    const token = readAccessToken()
    const response = await fetch(path, {
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    if (!response.ok) return await readResponse(response)
    saveFile(await response.blob(), name)
    return { success: true, data: undefined }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return clientFailure('NETWORK_ERROR', message || 'Network request failed')
  }
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
