import type { Analysis, Level } from './levels.ts'
import { levelAt } from './levels.ts'
import { conditionsOf } from './proven.ts'
import { fieldOf, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'

/** True for a subquery that finds the row that a column of an outer query refers to: `where p.id = o.promoter_id`. */
export function followsForeignKey(analysis: Analysis, query: TreeNode, level: Level): boolean {
  const join = nodeIn(query, 'jointree')
  const isPlain =
    !nodeIn(query, 'limitCount') && !nodeIn(query, 'limitOffset') && !nodeIn(query, 'havingQual')
  if (!join || !isPlain || nodesIn(fieldOf(join, 'fromlist')).length !== 1) return false
  const pairs = conditionsOf(join).map((condition) => pairOf(analysis, condition, { query, level }))
  return analysis.catalogue.foreignKeys.some(
    (key) =>
      pairs.length > 0 &&
      pairs.every((pair) => pair !== undefined && key.pairs.includes(pair)) &&
      (key.isRequired || pairs.length === key.pairs.length),
  )
}

/** The compared columns of an equality, if the outer one isn't null. */
function pairOf(
  { catalogue, shapeOf }: Analysis,
  condition: TreeNode,
  { query, level }: { query: TreeNode; level: Level },
): string | undefined {
  const [one, other] = nodesIn(fieldOf(condition, 'args'))
  if (catalogue.operators.get(numberIn(condition, 'opno'))?.name !== '=' || !one || !other) return undefined
  const [own, outer] = numberIn(one, 'varlevelsup') === 0 ? [one, other] : [other, one]
  const up = numberIn(outer, 'varlevelsup')
  if (own.kind !== 'VAR' || outer.kind !== 'VAR' || up === 0) return undefined
  const holder = { ...outer, fields: new Map(outer.fields).set('varlevelsup', String(up - 1)) }
  return shapeOf(holder, level).nullable
    ? undefined
    : `${columnIn(holder, levelAt(level, up - 1).query)} ${columnIn(own, query)}`
}

/** `table.column`, as in the catalogue. */
const columnIn = (node: TreeNode, query: TreeNode): string => {
  const table = nodesIn(fieldOf(query, 'rtable'))[numberIn(node, 'varno') - 1]
  return `${table ? wordIn(table, 'relid') : ''}.${wordIn(node, 'varattno')}`
}
