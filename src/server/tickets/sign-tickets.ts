import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Ticket } from '#model/orders.ts'
import type { Context } from '../context.ts'
import { findSigningKey, insertSigningKey, type SigningKey, type TicketRow } from './ticket-rows.ts'

/**
 * Gives each ticket the token for its QR code: `1.<payload>.<signature>`, base64url, Ed25519 over the payload's bytes with
 * the promoter's key. The payload is the ticket's id, the event's id (16 bytes each) and the code in ASCII, so a door
 * device that has the public key can judge it without a network.
 */
export async function signTickets(
  context: Context,
  promoterId: string,
  tickets: readonly TicketRow[],
): Promise<Ticket[]> {
  if (tickets.length === 0) return []
  const key = await readKey(context, promoterId)
  return tickets.map((ticket) => ({ ...ticket, token: tokenOf(ticket, key) }))
}

function tokenOf(ticket: TicketRow, key: KeyObject): string {
  const payload = Buffer.concat([
    uuidBytes(ticket.id),
    uuidBytes(ticket.eventId),
    Buffer.from(ticket.code, 'ascii'),
  ])
  return `1.${payload.toString('base64url')}.${sign(null, payload, key).toString('base64url')}`
}

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** A promoter's key never changes: read once for each context. */
const keys = new WeakMap<Context, Map<string, Promise<KeyObject>>>()

function readKey(context: Context, promoterId: string): Promise<KeyObject> {
  const known = keys.get(context) ?? new Map<string, Promise<KeyObject>>()
  keys.set(context, known)
  const key = known.get(promoterId) ?? loadKey(context, promoterId)
  known.set(promoterId, key)
  // A key that could not be read is asked for again.
  key.catch(() => known.delete(promoterId))
  return key
}

async function loadKey(context: Context, promoterId: string): Promise<KeyObject> {
  const stored = (await findSigningKey(context.db, promoterId)) ?? (await makeKey(context, promoterId))
  return createPrivateKey({ key: stored.privateKey, format: 'der', type: 'pkcs8' })
}

async function makeKey(context: Context, promoterId: string): Promise<SigningKey> {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  await insertSigningKey(context.db, promoterId, pair)
  const stored = await findSigningKey(context.db, promoterId)
  if (!stored) throw new Error(`The signing key of promoter ${promoterId} was not stored.`)
  return stored
}
