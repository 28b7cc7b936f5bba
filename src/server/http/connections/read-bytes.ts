export async function readBytes(request: Request, maxBodyBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return undefined
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  // Without `preventCancel`, an early exit from the loop would destroy the connection before the response is sent.
  // `early-response.ts` closes the connection.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
