/** The body, or undefined when it is larger: what says so is not read at all, what only is, no further than that. */
export async function readBytes(request: Request, maxBodyBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return undefined
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop must not cancel the body: that destroys the connection before the answer has been sent. What closes it then is the
  // answer (`early-response.ts`).
  for await (const chunk of request.body.values({ preventCancel: true })) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
