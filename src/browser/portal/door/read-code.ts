import type { DoorSnapshot } from '#contracts/portal/door.ts'
import type { ScannedCode } from '#model/sales/door/find-ticket.ts'
import { isLiveNow, parseLiveCode, type LiveCode } from '#model/sales/door/live-codes.ts'
import { decodeBase64, isOldToken, parseOldToken } from '#model/sales/door/old-tokens.ts'
import { parseToken, bytesToSign, type SignedToken } from '#model/sales/door/tokens.ts'
import { parseTicketCode } from '#model/sales/door/typed-codes.ts'

type Keys = ReadonlyMap<number, CryptoKey>

const imports = new WeakMap<DoorSnapshot['keys'], Promise<Keys>>()

export function importKeys(keys: DoorSnapshot['keys']): Promise<Keys> {
  const imported = imports.get(keys) ?? importAll(keys)
  imports.set(keys, imported)
  return imported
}

async function importAll(keys: DoorSnapshot['keys']): Promise<Keys> {
  const imported = await Promise.all(
    keys.map(async ({ number, publicKey }): Promise<[number, CryptoKey]> => [
      number,
      await crypto.subtle.importKey('raw', decodeBase64(publicKey), 'Ed25519', false, ['verify']),
    ]),
  )
  return new Map(imported)
}

interface Reading {
  keys: Keys
  snapshot: Pick<DoorSnapshot, 'event' | 'otherEvents' | 'codes'>
  /** Current time by the server's clock. */
  nowMs: number
}

/** Reads a scanned text as a ticket code of the event. Checks its signature and, for a live code, its digits. */
export async function readCode(text: string, reading: Reading): Promise<ScannedCode> {
  const given = text.trim()
  const token = parseToken(given.toUpperCase())
  if (token) return readToken(token, reading)
  const live = parseLiveCode(given.toUpperCase())
  if (live) return readLiveCode(live, reading)
  if (isOldToken(given)) return readOldToken(given, reading)
  const code = parseTicketCode(given)
  return code === undefined ? { kind: 'unreadable' } : { kind: 'code', code }
}

async function readLiveCode(live: LiveCode, reading: Reading): Promise<ScannedCode> {
  const read = await readToken(live.token, reading)
  const liveKey = reading.snapshot.codes?.liveKey ?? null
  if (read.kind !== 'token' || liveKey === null) return read
  return { ...read, isLive: await isLiveNow(decodeBase64(liveKey), live, reading.nowMs) }
}

async function readToken(token: SignedToken, { keys, snapshot }: Reading): Promise<ScannedCode> {
  const key = keys.get(token.keyNumber)
  if (!key) return { kind: 'forged' }
  const isSignedFor = (eventId: string): Promise<boolean> =>
    verify(key, token.signature, bytesToSign(token.contentBytes, eventId))
  if (await isSignedFor(snapshot.event.id)) return { kind: 'token', token }
  for (const { id, title } of snapshot.otherEvents)
    if (await isSignedFor(id)) return { kind: 'other event', title }
  return { kind: 'forged' }
}

async function readOldToken(text: string, { keys, snapshot }: Reading): Promise<ScannedCode> {
  const token = parseOldToken(text)
  if (!token) return { kind: 'unreadable' }
  const [key] = keys.values()
  if (!key || !(await verify(key, token.signature, token.contentBytes))) return { kind: 'forged' }
  const { ticketId, eventId, code } = token
  if (eventId === snapshot.event.id) return { kind: 'old token', ticketId, code }
  const other = snapshot.otherEvents.find(({ id }) => id === eventId)
  return { kind: 'other event', title: other?.title ?? 'another event' }
}

const verify = (key: CryptoKey, signature: BufferSource, content: BufferSource): Promise<boolean> =>
  crypto.subtle.verify('Ed25519', key, signature, content)
