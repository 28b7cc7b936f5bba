import type { Catalogue } from './catalogue.ts'
import { shapeOfExpression } from './expression-shapes.ts'
import type { Analysis, Level } from './levels.ts'
import { readProven } from './proven.ts'
import { isNode, nodeIn, nodesIn, numberIn, parseTree, wordIn, type TreeNode } from './query-tree.ts'
import { eitherOf, type Shape, type ShapedColumn } from './shapes.ts'
import type { Parameter } from '#tests/support/statements/source/sql-values.ts'

/** Returns the columns of a parsed query: `prosqlbody` of a function with one statement. */
export function readColumns(
  body: string,
  parts: { catalogue: Catalogue; parameters: readonly Parameter[] },
): ShapedColumn[] {
  const known = new WeakMap<TreeNode, ShapedColumn[]>()
  const analysis: Analysis = {
    ...parts,
    shapeOf: (node, level) => shapeOfExpression(analysis, node, level),
    columnsOf: (query, outer) => {
      const columns = known.get(query) ?? columnsOf(analysis, query, outer)
      known.set(query, columns)
      return columns
    },
  }
  const tree = parseTree(body)
  const [query] = [tree].flat(2).filter(isNode)
  return query ? columnsOf(analysis, query, undefined) : []
}

const SELECT = '1'

function columnsOf(analysis: Analysis, query: TreeNode, outer: Level | undefined): ShapedColumn[] {
  const level: Level = { query, outer, proven: readProven(query, analysis) }
  const targets = nodesIn(
    query.fields.get(wordIn(query, 'commandType') === SELECT ? 'targetList' : 'returningList'),
  ).filter((target) => wordIn(target, 'resjunk') !== 'true')
  const sets = nodeIn(query, 'setOperations')
  const branches = sets ? leavesOf(sets).map((leaf) => branchOf(analysis, leaf, level)) : []
  return targets.map((target, index) => {
    const expression = nodeIn(target, 'expr')
    const own = expression ? analysis.shapeOf(expression, level) : { type: 0, nullable: true }
    const shape = sets ? eitherOf(branches.flatMap((columns) => columns[index] ?? [])) : own
    return { ...shape, type: own.type, name: wordIn(target, 'resname') }
  })
}

/** The parts of a union, as numbers of tables. */
const leavesOf = (node: TreeNode): number[] =>
  node.kind === 'RANGETBLREF'
    ? [numberIn(node, 'rtindex')]
    : [...nodesIn(node.fields.get('larg')), ...nodesIn(node.fields.get('rarg'))].flatMap(leavesOf)

function branchOf(analysis: Analysis, leaf: number, level: Level): readonly Shape[] {
  const table = nodesIn(level.query.fields.get('rtable'))[leaf - 1]
  const query = table && nodeIn(table, 'subquery')
  return query ? analysis.columnsOf(query, level) : []
}
