/** What this module reads of a syntax tree (ESTree). Positions are offsets in the code. */
interface Node {
  type: string
  start: number
  end: number
  callee?: Node
  arguments?: Node[]
  properties?: Node[]
  key?: Node
  name?: string
}

/**
 * Removes `description` from the objects passed to `endpoint(…)`: the browser imports contracts, and descriptions are for the OpenAPI
 * document only. `parse` returns the code's syntax tree. The code is blanked, so that every position stays right for source maps.
 */
export function dropDescriptions(code: string, parse: (code: string) => object): string {
  const descriptions = endpointCalls(parse(code)).flatMap(({ arguments: [definition] = [] }) =>
    definition?.type === 'ObjectExpression' ? findDescription(definition) : [],
  )
  return descriptions.reduce(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end),
    code,
  )
}

function endpointCalls(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  const nested = Object.values(tree).flatMap(endpointCalls)
  return isNode(tree) && tree.type === 'CallExpression' && tree.callee?.name === 'endpoint'
    ? [tree, ...nested]
    : nested
}

/** Each node of ESTree has a type and, in every parser that Vite uses, its position. */
const isNode = (value: object): value is Node => 'type' in value && 'start' in value && 'end' in value

/** Range of the property and its comma. */
function findDescription({ properties = [], end }: Node): { start: number; end: number }[] {
  const index = properties.findIndex(({ key }) => key?.name === 'description')
  const found = properties[index]
  return found ? [{ start: found.start, end: properties[index + 1]?.start ?? end - 1 }] : []
}
