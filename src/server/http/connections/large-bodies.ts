import type { IncomingMessage, ServerResponse } from 'node:http'
import { DEFAULT_MAX_BODY_BYTES } from '#contracts/platform/endpoint.ts'
import { hasBody } from './early-response.ts'

/** Largest body limit of all routes. A body of unknown length is counted with this size. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024
const MAX_TOTAL_BYTES = 16 * MAX_UPLOAD_BYTES

interface Body {
  request: IncomingMessage
  bytes: number
}

/**
 * Limits the total size of bodies over 16 KB that are being received. Smaller bodies are limited by the number of
 * connections. A body over the limit replaces the oldest one that is still arriving, whose connection is closed.
 */
export function createLargeBodyLimiter(maxBytes = MAX_TOTAL_BYTES): {
  admit: (request: IncomingMessage, response: ServerResponse) => boolean
} {
  const bodies = new Set<Body>()
  let total = 0
  const remove = (body: Body): void => {
    if (bodies.delete(body)) total -= body.bytes
  }
  const makeRoom = (bytes: number): boolean => {
    for (const body of bodies) {
      if (total + bytes <= maxBytes) return true
      if (body.request.complete) continue
      remove(body)
      body.request.socket.destroy()
    }
    return total + bytes <= maxBytes
  }
  return {
    admit: (request, response) => {
      const bytes = sizeOf(request)
      if (bytes <= DEFAULT_MAX_BODY_BYTES) return true
      if (!makeRoom(bytes)) return false
      const body = { request, bytes }
      bodies.add(body)
      total += bytes
      response.once('close', () => remove(body))
      return true
    },
  }
}

function sizeOf(request: IncomingMessage): number {
  if (!hasBody(request)) return 0
  const announced = Number(request.headers['content-length'] ?? Infinity)
  return Math.min(announced, MAX_UPLOAD_BYTES)
}
