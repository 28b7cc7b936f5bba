import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { getDoorSnapshot } from '#contracts/portal/door.ts'
import type { Context } from '#server/context.ts'
import { authenticateDoor, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { readSnapshot } from '#server/sales/door/get-snapshot.ts'

const compress = promisify(gzip)

export const DOOR_SNAPSHOT = { method: getDoorSnapshot.method, path: getDoorSnapshot.path } as const

/**
 * Sends the tickets of an event as compressed JSON in the envelope. The server doesn't parse the JSON, because there can be
 * 50,000 tickets.
 */
export async function answerDoorSnapshot(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticateDoor(context, request, getDoorSnapshot)
  if (!known.success) return toEnvelope(known)
  const eventId = request.req.param('id') ?? ''
  const snapshot = await readSnapshot({ ...context, db: context.slowReads }, { ...known.data, eventId })
  if (!snapshot.success) return toEnvelope(snapshot)
  const body = `{"success":true,"data":${snapshot.data}}`
  if (!/\bgzip\b/.test(request.req.header('accept-encoding') ?? ''))
    return new Response(body, { headers: HEADERS })
  return new Response(new Uint8Array(await compress(body)), {
    headers: { ...HEADERS, 'Content-Encoding': 'gzip' },
  })
}

const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Type': 'application/json',
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
}
