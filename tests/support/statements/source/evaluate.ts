import ts from 'typescript'
import { evaluateCall } from './evaluate-calls.ts'
import { evaluateName, evaluateShorthand } from './evaluate-names.ts'
import { keyOf, memberText, runtimeOf, textOf, type Evaluation } from './evaluation.ts'
import { placeOf } from './program.ts'
import { isSql, mayHoldFragment, parameterOf } from './sql-types.ts'
import { sqlOf, Unresolved, type Bindings, type SqlPart, type Value } from './sql-values.ts'

type Reader<Node extends ts.Node> = (evaluation: Evaluation, node: Node, bindings: Bindings) => Value

/**
 * Evaluates an expression: fragments to their text, lists, objects and functions to their parts; anything that is known at run time only
 * becomes a parameter. A conditional and a function with several returns are choices.
 */
export function evaluateWith(start: Omit<Evaluation, 'evaluate'>, node: ts.Expression): Value {
  const evaluation: Evaluation = {
    ...start,
    evaluate: (each, bindings) => evaluate(evaluation, each, bindings),
  }
  return evaluation.evaluate(node, new Map())
}

function evaluate(evaluation: Evaluation, node: ts.Expression, bindings: Bindings): Value {
  for (const read of READERS) {
    const value = read(evaluation, node, bindings)
    if (value) return value
  }
  return runtimeOf(evaluation, node)
}

const when =
  <Node extends ts.Expression>(isIt: (node: ts.Node) => node is Node, read: Reader<Node>) =>
  (evaluation: Evaluation, node: ts.Expression, bindings: Bindings): Value | undefined =>
    isIt(node) ? read(evaluation, node, bindings) : undefined

const isWrapped = (
  node: ts.Node,
): node is ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.AwaitExpression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isAwaitExpression(node)

const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node)

const READERS = [
  when(ts.isTaggedTemplateExpression, evaluateSql),
  when(ts.isStringLiteralLike, (_, node) => ({ kind: 'text', text: node.text })),
  when(ts.isNumericLiteral, (_, node) => ({ kind: 'number', text: node.text })),
  when(ts.isTemplateExpression, evaluateText),
  when(ts.isIdentifier, evaluateName),
  when(isWrapped, (evaluation, node, bindings) => evaluate(evaluation, node.expression, bindings)),
  when(ts.isConditionalExpression, evaluateConditional),
  when(ts.isBinaryExpression, evaluateBinary),
  when(ts.isArrayLiteralExpression, (evaluation, node, bindings) => ({
    kind: 'list',
    items: node.elements.flatMap((item) => itemsOf(evaluation, item, bindings)),
  })),
  when(ts.isObjectLiteralExpression, evaluateObject),
  when(ts.isPropertyAccessExpression, evaluateMember),
  when(isFunction, (_, node, bindings) => ({ kind: 'function', node, bindings })),
  when(ts.isCallExpression, evaluateCall),
  when(ts.isNewExpression, evaluateSet),
]

function evaluateSql(evaluation: Evaluation, node: ts.TaggedTemplateExpression, bindings: Bindings): Value {
  if (!isSql(node)) return runtimeOf(evaluation, node)
  evaluation.reached.add(node)
  const { template } = node
  if (ts.isNoSubstitutionTemplateLiteral(template)) return sqlOf(template.text)
  const parts = template.templateSpans.flatMap(({ expression, literal }) => [
    ...partsOf(evaluation, expression, bindings),
    literal.text,
  ])
  return sqlOf(template.head.text, ...parts)
}

function partsOf(evaluation: Evaluation, node: ts.Expression, bindings: Bindings): readonly SqlPart[] {
  const { checker } = evaluation.source
  const value = evaluate(evaluation, node, bindings)
  if (value.kind === 'sql') return value.parts
  const type = value.kind === 'runtime' ? value.type : checker.getTypeAtLocation(node)
  if (value.kind === 'runtime' && mayHoldFragment(checker, type))
    throw new Unresolved(`${placeOf(node)}: ${node.getText()} is not known before the program runs`)
  return [parameterOf(checker, type)]
}

/** A template without a tag: its text when all of it is known. */
function evaluateText(evaluation: Evaluation, node: ts.TemplateExpression, bindings: Bindings): Value {
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const known = textOf(evaluation, expression, bindings)
    if (known === undefined) return runtimeOf(evaluation, node)
    text += known + literal.text
  }
  return { kind: 'text', text }
}

function evaluateConditional(
  evaluation: Evaluation,
  node: ts.ConditionalExpression,
  bindings: Bindings,
): Value {
  const condition = evaluate(evaluation, node.condition, bindings)
  const isTrue =
    condition.kind === 'boolean' ? condition.is : evaluation.choices.choose(keyOf(node.condition), 2) === 0
  return evaluate(evaluation, isTrue ? node.whenTrue : node.whenFalse, bindings)
}

const ALTERNATIVES = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

/** `a ?? b`, `a || b` and `a && b` of fragments, and comparisons of known texts; other operators yield runtime values. */
function evaluateBinary(evaluation: Evaluation, node: ts.BinaryExpression, bindings: Bindings): Value {
  const { checker } = evaluation.source
  if (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken && ts.isStringLiteral(node.right)) {
    const text = memberText(evaluation, node.left)
    return text === undefined
      ? runtimeOf(evaluation, node)
      : { kind: 'boolean', is: text === node.right.text }
  }
  if (
    !ALTERNATIVES.has(node.operatorToken.kind) ||
    !mayHoldFragment(checker, checker.getTypeAtLocation(node))
  )
    return runtimeOf(evaluation, node)
  const side = evaluation.choices.choose(keyOf(node), 2) === 0 ? node.left : node.right
  return evaluate(evaluation, side, bindings)
}

function itemsOf(evaluation: Evaluation, node: ts.Expression, bindings: Bindings): readonly Value[] {
  if (!ts.isSpreadElement(node)) return [evaluate(evaluation, node, bindings)]
  const spread = evaluate(evaluation, node.expression, bindings)
  return spread.kind === 'list' ? spread.items : [spread]
}

function evaluateObject(evaluation: Evaluation, node: ts.ObjectLiteralExpression, bindings: Bindings): Value {
  const members = node.properties.flatMap((member) => membersOf(evaluation, member, bindings))
  return { kind: 'object', members: new Map(members) }
}

type Member = readonly [name: string, read: () => Value]

function membersOf(
  evaluation: Evaluation,
  member: ts.ObjectLiteralElementLike,
  bindings: Bindings,
): readonly Member[] {
  if (ts.isSpreadAssignment(member)) {
    const spread = evaluate(evaluation, member.expression, bindings)
    return spread.kind === 'object' ? [...spread.members] : []
  }
  if (ts.isPropertyAssignment(member))
    return [[member.name.getText(), () => evaluate(evaluation, member.initializer, bindings)]]
  return ts.isShorthandPropertyAssignment(member)
    ? [[member.name.text, () => evaluateShorthand(evaluation, member, bindings)]]
    : []
}

function evaluateMember(
  evaluation: Evaluation,
  node: ts.PropertyAccessExpression,
  bindings: Bindings,
): Value {
  const owner = evaluate(evaluation, node.expression, bindings)
  const read = owner.kind === 'object' ? owner.members.get(node.name.text) : undefined
  return read ? read() : runtimeOf(evaluation, node)
}

/** `new Set(list)` of constants, for its `has`. */
function evaluateSet(evaluation: Evaluation, node: ts.NewExpression, bindings: Bindings): Value {
  const [list] = node.arguments ?? []
  if (node.expression.getText() !== 'Set' || !list) return runtimeOf(evaluation, node)
  const items = evaluate(evaluation, list, bindings)
  return items.kind === 'list' ? items : runtimeOf(evaluation, node)
}
