import type { Analysis, Level } from './levels.ts'
import { levelAt } from './levels.ts'
import { conditionsOf } from './proven.ts'
import { fieldOf, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'

/** True for a subquery that finds the row that a column of an outer query refers to: \`where p.id = o.promoter_id\`. */
export function followsForeignKey(analysis: Analysis, query: TreeNode, level: Level): boolean {
  const join = nodeIn(query, 'jointree')
  const isPlain =
    !nodeIn(query, 'limitCount') && !nodeIn(query, 'limitOffset') && !nodeIn(query, 'havingQual')
  if (!join || !isPlain || nodesIn(fieldOf(join, 'fromlist')).length !== 1) return false
  const conditions = conditionsOf(join)
  return (
    conditions.length > 0 &&
    conditions.every((condition) => isReference(analysis, condition, { query, level }))
  )
}

function isReference(
  { catalogue, shapeOf }: Analysis,
  condition: TreeNode,
  { query, level }: { query: TreeNode; level: Level },
): boolean {
  const [one, other] = nodesIn(fieldOf(condition, 'args'))
  if (catalogue.operators.get(numberIn(condition, 'opno'))?.name !== '=' || !one || !other) return false
  const [own, outer] = numberIn(one, 'varlevelsup') === 0 ? [one, other] : [other, one]
  const up = numberIn(outer, 'varlevelsup')
  if (own.kind !== 'VAR' || outer.kind !== 'VAR' || up === 0) return false
  const holder = { ...outer, fields: new Map(outer.fields).set('varlevelsup', String(up - 1)) }
  const key = `${columnIn(holder, levelAt(level, up - 1).query)} ${columnIn(own, query)}`
  return catalogue.foreignKeys.has(key) && !shapeOf(holder, level).nullable
}

/** \`table.column\`, as in the catalogue. */
const columnIn = (node: TreeNode, query: TreeNode): string => {
  const table = nodesIn(fieldOf(query, 'rtable'))[numberIn(node, 'varno') - 1]
  return `${table ? wordIn(table, 'relid') : ''}.${wordIn(node, 'varattno')}`
}
