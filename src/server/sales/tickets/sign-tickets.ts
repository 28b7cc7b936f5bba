import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Ticket } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import { findSigningKey, insertSigningKey, type SigningKey, type TicketRow } from './ticket-rows.ts'

/**
 * Token of the QR code: `1.<payload>.<signature>` in base64url, signed with the promoter's Ed25519 key. The payload is the
 * ids of ticket and event (16 bytes each) and the code in ASCII, so that a device with the public key can verify it offline.
 */
export async function signTickets(
  context: Context,
  promoterId: string,
  tickets: readonly TicketRow[],
): Promise<Ticket[]> {
  if (tickets.length === 0) return []
  const { keys, tokens } = signerOf(context)
  const key = await readKey(context, { keys, promoterId })
  return tickets.map((ticket) => ({ ...ticket, token: tokenOf(ticket, { key, tokens }) }))
}

/** Cache per context: keys never change, and neither do tokens of a code. */
interface Signer {
  keys: Map<string, Promise<KeyObject>>
  tokens: Map<string, string>
}

const signers = new WeakMap<Context, Signer>()

function signerOf(context: Context): Signer {
  const signer = signers.get(context) ?? { keys: new Map(), tokens: new Map() }
  signers.set(context, signer)
  return signer
}

/** About 5 MB; cleared when full. */
const TOKENS = 20_000

function tokenOf(ticket: TicketRow, by: { key: KeyObject; tokens: Map<string, string> }): string {
  const known = by.tokens.get(ticket.code)
  if (known) return known
  if (by.tokens.size >= TOKENS) by.tokens.clear()
  const token = signToken(ticket, by.key)
  by.tokens.set(ticket.code, token)
  return token
}

function signToken(ticket: TicketRow, key: KeyObject): string {
  const payload = Buffer.concat([
    uuidBytes(ticket.id),
    uuidBytes(ticket.eventId),
    Buffer.from(ticket.code, 'ascii'),
  ])
  return `1.${payload.toString('base64url')}.${sign(null, payload, key).toString('base64url')}`
}

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

function readKey(
  context: Context,
  find: { keys: Map<string, Promise<KeyObject>>; promoterId: string },
): Promise<KeyObject> {
  const { keys, promoterId } = find
  const key = keys.get(promoterId) ?? loadKey(context, promoterId)
  keys.set(promoterId, key)
  // A failed load is retried.
  key.catch(() => keys.delete(promoterId))
  return key
}

async function loadKey(context: Context, promoterId: string): Promise<KeyObject> {
  const stored = (await findSigningKey(context.db, promoterId)) ?? (await makeKey(context, promoterId))
  const key = context.encryption.decrypt(stored.privateKey, { table: 'signing_keys', id: promoterId })
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

async function makeKey(context: Context, promoterId: string): Promise<SigningKey> {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  const privateKey = context.encryption.encrypt(pair.privateKey, { table: 'signing_keys', id: promoterId })
  await insertSigningKey(context.db, promoterId, {
    privateKey: Buffer.from(privateKey),
    publicKey: pair.publicKey,
  })
  const stored = await findSigningKey(context.db, promoterId)
  if (!stored) throw new Error(`The signing key of promoter ${promoterId} was not stored.`)
  return stored
}
