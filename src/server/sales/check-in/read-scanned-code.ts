import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { ScannedCode } from '#model/sales/door/find-ticket.ts'
import { isLiveNow, parseLiveCode, type LiveCode } from '#model/sales/door/live-codes.ts'
import { isOldToken, parseOldToken, type OldToken } from '#model/sales/door/old-tokens.ts'
import { parseToken, bytesToSign, type SignedToken } from '#model/sales/door/tokens.ts'
import { parseTicketCode } from '#model/sales/door/typed-codes.ts'
import type { Context } from '#server/context.ts'
import { listOtherEvents } from '#server/sales/door/door-event-rows.ts'
import { readLiveCodeKey } from '#server/sales/tickets/live-code-keys.ts'
import { SIGNING_KEY_NUMBER, readPublicKey } from '#server/sales/tickets/sign-tickets.ts'

interface CodeRequest {
  promoterId: string
  eventId: string
  text: string
  nowMs: number
}

/** Reads the text of a scanned code and checks its signature, as devices do in `browser/portal/door/read-code.ts`. */
export async function readScannedCode(context: Context, request: CodeRequest): Promise<ScannedCode> {
  const given = request.text.trim()
  const code = parseTicketCode(given)
  if (code !== undefined) return { kind: 'code', code }
  const token = parseToken(given.toUpperCase())
  if (token) return readToken(context, request, token)
  const live = parseLiveCode(given.toUpperCase())
  if (live) return readLiveCode(context, request, live)
  const old = isOldToken(given) ? parseOldToken(given) : undefined
  return old ? readOldToken(context, request, old) : { kind: 'unreadable' }
}

async function readLiveCode(context: Context, request: CodeRequest, live: LiveCode): Promise<ScannedCode> {
  const read = await readToken(context, request, live.token)
  if (read.kind !== 'token') return read
  return { ...read, isLive: await isLiveNow(await readLiveCodeKey(context, request), live, request.nowMs) }
}

async function readToken(context: Context, request: CodeRequest, token: SignedToken): Promise<ScannedCode> {
  if (token.keyNumber !== SIGNING_KEY_NUMBER) return { kind: 'forged' }
  const key = await readKey(context, request.promoterId)
  const isSignedFor = (id: string): boolean =>
    verify(null, bytesToSign(token.contentBytes, id), key, token.signature)
  if (isSignedFor(request.eventId)) return { kind: 'token', token }
  const other = (await listOtherEvents(context.db, request)).find(({ id }) => isSignedFor(id))
  return other ? { kind: 'other event', title: other.title } : { kind: 'forged' }
}

async function readOldToken(context: Context, request: CodeRequest, token: OldToken): Promise<ScannedCode> {
  const { ticketId, eventId, code, contentBytes, signature } = token
  const key = await readKey(context, request.promoterId)
  if (!verify(null, contentBytes, key, signature)) return { kind: 'forged' }
  if (eventId === request.eventId) return { kind: 'old token', ticketId, code }
  const other = (await listOtherEvents(context.db, request)).find(({ id }) => id === eventId)
  return { kind: 'other event', title: other?.title ?? 'another event' }
}

async function readKey(context: Context, promoterId: string): Promise<KeyObject> {
  const x = (await readPublicKey(context, promoterId)).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
