import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { formatToken, bytesToSign, encodeToken, TICKET_TYPE_PREFIX_LENGTH } from '#model/sales/door/tokens.ts'
import type { Ticket } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import { findSigningKey, insertSigningKey, type SigningKey, type TicketRow } from './ticket-rows.ts'

/** Adds the content of each ticket's QR code (`model/sales/door/tokens.ts`), signed with the promoter's Ed25519 key. */
export async function signTickets(
  context: Context,
  promoterId: string,
  tickets: readonly TicketRow[],
): Promise<Ticket[]> {
  if (tickets.length === 0) return []
  const { tokens } = signerOf(context)
  const key = await readSigningKey(context, promoterId)
  return tickets.map(({ generation, issuedAtSeconds, codeAppearsAtSeconds, passedOnTo, ...ticket }) => ({
    ...ticket,
    token: tokenOf({ ...ticket, generation, issuedAtSeconds }, { key, tokens }),
    ...(ticket.codeMode === 'late'
      ? { codeAppearsAt: new Date(codeAppearsAtSeconds * 1000).toISOString() }
      : {}),
    ...(passedOnTo === null ? {} : { passedOnTo }),
  }))
}

/** Number of the signing key in tokens. Each promoter has only one key. */
export const SIGNING_KEY_NUMBER = 1

/**
 * Signing keys and signed tokens. Cached per context, because keys never change, and tokens change only with a ticket's
 * generation.
 */
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

/** Length of the raw key at the end of an SPKI structure. */
const PUBLIC_KEY_BYTES = 32

/** Maximum number of cached tokens (about 5 MB). The cache is cleared when full. */
const TOKENS = 20_000

type Signed = Pick<TicketRow, 'id' | 'ticketTypeId' | 'eventId' | 'generation' | 'issuedAtSeconds'>

function tokenOf(ticket: Signed, by: { key: KeyObject; tokens: Map<string, string> }): string {
  const name = `${ticket.id}:${ticket.generation}`
  const known = by.tokens.get(name)
  if (known) return known
  if (by.tokens.size >= TOKENS) by.tokens.clear()
  const token = signToken(ticket, by.key)
  by.tokens.set(name, token)
  return token
}

function signToken(ticket: Signed, key: KeyObject): string {
  const bytes = encodeToken({
    keyNumber: SIGNING_KEY_NUMBER,
    ticketId: ticket.id,
    generation: ticket.generation,
    issuedAtSeconds: ticket.issuedAtSeconds,
    typePrefix: ticket.ticketTypeId.slice(0, TICKET_TYPE_PREFIX_LENGTH),
  })
  return formatToken(bytes, sign(null, bytesToSign(bytes, ticket.eventId), key))
}

/** Returns the private key that signs a promoter's tickets. Creates it on first use. */
export function readSigningKey(context: Context, promoterId: string): Promise<KeyObject> {
  const { keys } = signerOf(context)
  const key = keys.get(promoterId) ?? loadKey(context, promoterId)
  keys.set(promoterId, key)
  // After a failed load, the next call tries again.
  key.catch(() => keys.delete(promoterId))
  return key
}

/** Returns the public key of a promoter's tickets as raw bytes. Creates the key pair on first use. */
export async function readPublicKey(context: Context, promoterId: string): Promise<Buffer> {
  const { publicKey } = await findOrMakeKey(context, promoterId)
  return publicKey.subarray(-PUBLIC_KEY_BYTES)
}

const findOrMakeKey = async (context: Context, promoterId: string): Promise<SigningKey> =>
  (await findSigningKey(context.db, promoterId)) ?? (await makeKey(context, promoterId))

async function loadKey(context: Context, promoterId: string): Promise<KeyObject> {
  const stored = await findOrMakeKey(context, promoterId)
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
