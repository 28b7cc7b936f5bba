/** Creates a random UUID (version 4). `crypto.randomUUID` is missing on pages without HTTPS. */
export function newUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = [...globalThis.crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte, index) => fitVersion(byte, index).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

function fitVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
