/** Content of a ticket's QR code in version 1. It has no generation. */
export interface OldToken {
  ticketId: string
  eventId: string
  code: string
  contentBytes: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

const OLD_IDS_BYTES = 32

export const isOldToken = (text: string): boolean => text.startsWith('1.')

/** Parses `1.<ids of ticket and event, code>.<signature>`, in base64url. Undefined for other text. Doesn't check the signature. */
export function parseOldToken(text: string): OldToken | undefined {
  const [, content = '', signature = ''] = text.split('.')
  try {
    const contentBytes = decodeBase64(toBase64(content))
    return {
      ticketId: uuidOf(contentBytes.subarray(0, 16)),
      eventId: uuidOf(contentBytes.subarray(16, OLD_IDS_BYTES)),
      code: new TextDecoder().decode(contentBytes.subarray(OLD_IDS_BYTES)).replace('-', ''),
      contentBytes,
      signature: decodeBase64(toBase64(signature)),
    }
  } catch {
    return undefined
  }
}

const toBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/** Decodes base64. Throws for other text. */
export const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (digit) => digit.charCodeAt(0))

function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
