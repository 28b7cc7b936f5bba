import { fieldOf, wordIn, type TreeNode } from './query-tree.ts'

/** OIDs of text, varchar and literals of unknown type, with the bytes of the length in front of the text. */
const HEADERS: Readonly<Record<string, number>> = { 25: 4, 1043: 4, 705: 0 }

/** The text of a constant; undefined for null, other types and other expressions. */
export function constantText(node: TreeNode): string | undefined {
  const header = HEADERS[wordIn(node, 'consttype')]
  if (node.kind !== 'CONST' || wordIn(node, 'constisnull') === 'true' || header === undefined)
    return undefined
  const value = fieldOf(node, 'constvalue')
  if (!Array.isArray(value)) return undefined
  // 6 [ 24 0 0 0 97 98 ]
  const bytes = value.slice(2, -1).map((byte) => Number(byte) & 0xff)
  return Buffer.from(bytes.slice(header)).toString().replace(/\0$/, '')
}
