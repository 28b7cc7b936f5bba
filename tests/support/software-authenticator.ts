import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** Deviations of a ceremony from a correct browser. */
export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  /** User verification flag. */
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
  attestation?: Attestation | 'self'
}

/** Attestation statement. */
interface Attestation {
  format: string
  /** CBOR. */
  statement: Buffer
}

/** Options from the server. */
export interface CreationOptions {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  excludeCredentials: { id: string }[]
  authenticatorSelection: Record<string, unknown>
}
export interface RequestOptions {
  challenge: string
  rpId: string
  allowCredentials?: unknown[]
  userVerification: string
}

export interface Passkey {
  id: string
  userHandle: string
  counter: number
  key: KeyObject
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export function createSoftwareAuthenticator(browserOrigin: string) {
  const clientDataOf = (type: string, challenge: string, { origin = browserOrigin, ...twist }: Twist) =>
    Buffer.from(JSON.stringify({ type, challenge: twist.challenge ?? challenge, origin, crossOrigin: false }))
  return {
    create: (options: CreationOptions, twist: Twist = {}) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      const counter = twist.counter ?? 0
      const clientData = clientDataOf('webauthn.create', options.challenge, twist)
      const data = Buffer.concat([
        headOf(twist.rpId ?? options.rp.id, HAS_CREDENTIAL, { ...twist, counter }),
        // Zero AAGUID, then length, id and public key of the credential.
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const passkey: Passkey = {
        id: base64url(id),
        userHandle: options.user.id,
        counter,
        key: privateKey,
      }
      const response = {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(
          attestationObject(
            data,
            twist.attestation === 'self'
              ? attestSelf({ data, clientData, key: privateKey })
              : twist.attestation,
          ),
        ),
        transports: ['internal'],
      }
      return { passkey, sent: envelope(passkey.id, response) }
    },
    get: (options: RequestOptions, passkey: Passkey, twist: Twist = {}) => {
      const clientData = clientDataOf('webauthn.get', options.challenge, twist)
      const { counter = passkey.counter } = twist
      const data = headOf(twist.rpId ?? options.rpId, 0, { ...twist, counter })
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), passkey.key)),
        userHandle: twist.userHandle ?? passkey.userHandle,
      }
      return envelope(passkey.id, response)
    },
  }
}

const envelope = <Response>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key',
  response,
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
})

/** Authenticator data: hash of the relying party id, flags and counter. */
function headOf(rpId: string, flags: number, { isUserVerified = true, counter = 0 }: Twist): Buffer {
  const head = Buffer.alloc(37)
  sha256(rpId).copy(head)
  head.writeUInt8(flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0), 32)
  head.writeUInt32BE(counter, 33)
  return head
}

/** CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a50102032620012158', 'hex'),
    Buffer.from([32]),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** Self attestation. CBOR: { alg: -7, sig }. */
function attestSelf(signed: { data: Buffer; clientData: Buffer; key: KeyObject }): Attestation {
  const signature = sign('sha256', Buffer.concat([signed.data, sha256(signed.clientData)]), signed.key)
  const statement = [
    Buffer.from([0xa2]),
    cborText('alg'),
    Buffer.from([0x26]),
    cborText('sig'),
    Buffer.from([0x58, signature.length]),
    signature,
  ]
  return { format: 'packed', statement: Buffer.concat(statement) }
}

/** CBOR: { fmt, attStmt, authData }. */
function attestationObject(
  data: Buffer,
  { format, statement }: Attestation = { format: 'none', statement: Buffer.from([0xa0]) },
): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText(format),
    cborText('attStmt'),
    statement,
    cborText('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ])
}
