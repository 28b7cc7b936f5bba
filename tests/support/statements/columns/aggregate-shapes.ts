import type { Level } from './levels.ts'
import { present, shapesIn, typeOf, type Reader } from './node-shapes.ts'
import { fieldOf, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'
import type { Json, Shape } from './shapes.ts'

/** `count`, and functions that number rows. */
const NEVER_NULL = new Set(['count', 'row_number', 'rank', 'dense_rank', 'ntile'])
/** Aggregates that are null only without a value that isn't null. */
const SUMMARISING = new Set(['sum', 'min', 'max', 'avg', 'bool_and', 'bool_or', 'every', 'string_agg'])
/** Aggregates whose result includes null values: null only without a row. */
const COLLECTING = new Set(['json_agg', 'jsonb_agg', 'array_agg', 'json_object_agg', 'jsonb_object_agg'])

/** Null for an empty group, and if the aggregated values can be null. */
export const readAggregate: Reader = (analysis, node, level) => {
  const type = typeOf(node)
  const oid = numberIn(node, node.kind === 'AGGREF' ? 'aggfnoid' : 'winfnoid')
  const name = analysis.catalogue.functions.get(oid)?.name ?? ''
  if (NEVER_NULL.has(name)) return present(type)
  const args = nodesIn(fieldOf(node, 'args')).map((arg) => nodeIn(arg, 'expr') ?? arg)
  const [item, value] = shapesIn(analysis, args, level)
  const isKept = COLLECTING.has(name) || (SUMMARISING.has(name) && item?.nullable === false)
  return { type, nullable: !hasRow(node, level) || !isKept, ...contentOf(name, item, value) }
}

const hasRow = (node: TreeNode, { query }: Level): boolean =>
  (isGrouped(query) || node.kind === 'WINDOWFUNC') && !nodeIn(node, 'aggfilter')

/** What is known about the result: an aggregate of JSON has items, the least text is one of the texts. */
function contentOf(
  name: string,
  item: Shape | undefined,
  value: Shape | undefined,
): { json?: Json } | Pick<Shape, 'values'> {
  if (name.endsWith('object_agg') && value) return { json: { kind: 'map', item: value } }
  if (/^jsonb?_agg$/.test(name) && item) return { json: { kind: 'array', item } }
  return name === 'min' || name === 'max' ? { values: item?.values } : {}
}

/** True when every group has a row. */
const isGrouped = (query: TreeNode): boolean =>
  nodesIn(fieldOf(query, 'groupClause')).length > 0 && nodesIn(fieldOf(query, 'groupingSets')).length === 0

/** True for an aggregate without groups, which always has one row. */
export const isTotal = (query: TreeNode): boolean =>
  wordIn(query, 'hasAggs') === 'true' && !isGrouped(query) && !nodeIn(query, 'havingQual')
