export type Tree = string | Tree[] | TreeNode

export interface TreeNode {
  kind: string
  fields: ReadonlyMap<string, Tree>
}

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === 'object' && !Array.isArray(tree)

export const fieldOf = (node: TreeNode, name: string): Tree | undefined => node.fields.get(name)

/** The nodes of a list; empty for a missing one. */
export function nodesIn(tree: Tree | undefined): TreeNode[] {
  if (isNode(tree)) return [tree]
  return Array.isArray(tree) ? tree.filter(isNode) : []
}

export const nodeIn = (node: TreeNode, name: string): TreeNode | undefined => {
  const field = fieldOf(node, name)
  return isNode(field) ? field : undefined
}

export const wordIn = (node: TreeNode, name: string): string => {
  const field = fieldOf(node, name)
  return typeof field === 'string' ? field : ''
}

export const numberIn = (node: TreeNode, name: string): number => Number(wordIn(node, name))

/** Words, with their escapes, and brackets. */
const TOKEN = /[(){}]|(?:\\[^]|[^\s(){}\\])+/g

/** Parses a `pg_node_tree`. */
export function parseTree(text: string): Tree {
  const tokens = text.match(TOKEN) ?? []
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const readOne = (): Tree => {
    const token = next()
    if (token === '(') return readUntil((end) => end === ')')
    return token === '{' ? readNode() : unescape(token)
  }
  const readUntil = (isEnd: (token: string) => boolean): Tree[] => {
    const items: Tree[] = []
    while (at < tokens.length && !isEnd(tokens[at] ?? '')) items.push(readOne())
    if (tokens[at] === ')') at += 1
    return items
  }
  /** `{KIND :field value :field value …}`; a field can have several words. */
  const readNode = (): TreeNode => {
    const kind = next()
    const fields = new Map<string, Tree>()
    for (let name = next(); name !== '}' && name !== ''; name = next()) {
      const values = readUntil((token) => token === '}' || token.startsWith(':'))
      fields.set(name.slice(1), values.length === 1 ? (values[0] ?? '') : values)
    }
    return { kind, fields }
  }
  return readOne()
}

/** Texts are quoted in lists, and escape what would end a word. `<>` is a missing value. */
function unescape(token: string): string {
  if (token === '<>') return ''
  const bare = token.startsWith('"') && token.endsWith('"') ? token.slice(1, -1) : token
  return bare.replaceAll(/\\([^])/g, '$1')
}
