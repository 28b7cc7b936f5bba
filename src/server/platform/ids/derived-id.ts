import { hash } from 'node:crypto'

export function derivedId(text: string): string {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
