import type { Catalogue } from './catalogue.ts'
import { constantText } from './constants.ts'
import { isNode, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'
import type { Parameter } from '#tests/support/statements/source/sql-values.ts'

/** What conditions say about a column: it isn't null, has one of these texts, or none of those. */
export interface Fact {
  isPresent?: true
  only?: ReadonlySet<string>
  not?: ReadonlySet<string>
}

/** Facts by `keyOfVar`. */
export type Proven = ReadonlyMap<string, Fact>

export interface Known {
  catalogue: Catalogue
  parameters: readonly Parameter[]
}

/** Key of a column of the query's own tables; undefined for other expressions. */
const keyOfVar = (node: TreeNode): string | undefined =>
  node.kind === 'VAR' && numberIn(node, 'varlevelsup') === 0
    ? `${wordIn(node, 'varno')}.${wordIn(node, 'varattno')}`
    : undefined

/** Reads the conditions that every row of the query fulfils: its `where`, and `on` of inner joins. */
export function readProven(query: TreeNode, known: Known): Proven {
  const tree = nodeIn(query, 'jointree')
  const all = tree ? conditionsOf(tree) : []
  return all.reduce<Proven>(
    (proven, condition) => withFacts(proven, { condition, isTrue: true }, known),
    new Map(),
  )
}

/** Adds what a condition says, or what its opposite says. */
export function withFacts(
  proven: Proven,
  { condition, isTrue }: { condition: TreeNode; isTrue: boolean },
  known: Known,
): Proven {
  const facts = new Map(proven)
  const parts = isTrue ? partsOf(condition) : [condition]
  for (const [key, fact] of parts.flatMap((part) => factsOf(part, known, isTrue)))
    facts.set(key, { ...facts.get(key), ...fact })
  return facts
}

const INNER = '0'
const LEFT = '1'

export function conditionsOf(join: TreeNode): TreeNode[] {
  if (join.kind === 'FROMEXPR')
    return [...nodesIn(join.fields.get('fromlist')).flatMap(conditionsOf), ...partsOf(nodeIn(join, 'quals'))]
  if (join.kind !== 'JOINEXPR') return []
  const [left, right] = [nodesIn(join.fields.get('larg')), nodesIn(join.fields.get('rarg'))]
  const type = wordIn(join, 'jointype')
  if (type === LEFT) return left.flatMap(conditionsOf)
  if (type !== INNER) return []
  return [...[...left, ...right].flatMap(conditionsOf), ...partsOf(nodeIn(join, 'quals'))]
}

/** The conditions that `and` joins. */
const partsOf = (condition: TreeNode | undefined): TreeNode[] => {
  if (!condition) return []
  return condition.kind === 'BOOLEXPR' && wordIn(condition, 'boolop') === 'and'
    ? nodesIn(condition.fields.get('args')).flatMap(partsOf)
    : [condition]
}

type KeyedFact = readonly [key: string, fact: Fact]

function factsOf(condition: TreeNode, known: Known, isTrue: boolean): readonly KeyedFact[] {
  if (condition.kind === 'NULLTEST') {
    const arg = nodeIn(condition, 'arg')
    const isPresent = wordIn(condition, 'nulltesttype') === (isTrue ? '1' : '0')
    return isPresent && arg ? notNull(strictVars(arg, known.catalogue)) : []
  }
  const operator = known.catalogue.operators.get(numberIn(condition, 'opno'))
  const named = operator ? textFacts(condition, { name: operator.name, known }, isTrue) : []
  // The opposite of a condition that isn't true can be null.
  if (!isTrue) return named
  if (!operator?.isStrict) return notNull(strictVars(condition, known.catalogue))
  const args = nodesIn(condition.fields.get('args'))
  const strict = condition.kind === 'SCALARARRAYOPEXPR' ? args.slice(0, 1) : args
  return [...notNull(strict.flatMap((arg) => strictVars(arg, known.catalogue))), ...named]
}

const notNull = (keys: readonly string[]): KeyedFact[] =>
  keys.map((key) => [key, { isPresent: true }] as const)

/** A column's texts: `=`, `<>`, `in` and `not in` of constants. */
function textFacts(
  condition: TreeNode,
  { name, known }: { name: string; known: Known },
  isTrue: boolean,
): readonly KeyedFact[] {
  const [left, right] = nodesIn(condition.fields.get('args'))
  const key = left && keyOfVar(bareOf(left))
  const texts = right && textsOf(right, known.parameters)
  if (key === undefined || !texts || (name !== '=' && name !== '<>')) return []
  return [[key, (name === '=') === isTrue ? { only: texts } : { not: texts }]]
}

/** The columns without which an expression is null. */
function strictVars(node: TreeNode, catalogue: Catalogue): string[] {
  const key = keyOfVar(node)
  if (key !== undefined) return [key]
  if (node.kind === 'RELABELTYPE' || node.kind === 'COERCEVIAIO') {
    const arg = nodeIn(node, 'arg')
    return arg ? strictVars(arg, catalogue) : []
  }
  return isNullForNull(node, catalogue)
    ? nodesIn(node.fields.get('args')).flatMap((arg) => strictVars(arg, catalogue))
    : []
}

/** True for calls of strict functions and operators, and `not`. */
function isNullForNull(node: TreeNode, { functions, operators }: Catalogue): boolean {
  if (node.kind === 'BOOLEXPR') return wordIn(node, 'boolop') === 'not'
  if (node.kind === 'FUNCEXPR') return functions.get(numberIn(node, 'funcid'))?.isStrict === true
  return node.kind === 'OPEXPR' && operators.get(numberIn(node, 'opno'))?.isStrict === true
}

function textsOf(node: TreeNode, parameters: readonly Parameter[]): ReadonlySet<string> | undefined {
  const bare = bareOf(node)
  if (bare.kind === 'PARAM') {
    const literals = parameters[numberIn(bare, 'paramid') - 1]?.literals
    return literals && new Set(literals)
  }
  const items = bare.kind === 'ARRAYEXPR' ? nodesIn(bare.fields.get('elements')) : [bare]
  const texts = items.map((item) => constantText(bareOf(item)))
  return texts.every((text) => text !== undefined) ? new Set(texts) : undefined
}

/** The expression without casts that don't change the value. */
function bareOf(node: TreeNode): TreeNode {
  const arg = node.fields.get('arg')
  return node.kind === 'RELABELTYPE' && isNode(arg) ? bareOf(arg) : node
}
