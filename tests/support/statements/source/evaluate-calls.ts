import ts from 'typescript'
import { runtimeOf, textOf, type Evaluation } from './evaluation.ts'
import { elementOf } from './evaluate-names.ts'
import { nodesOf, placeOf, symbolOf } from './program.ts'
import { mayHoldFragment } from './sql-types.ts'
import { sqlOf, Unresolved, type Bindings, type SqlPart, type Value } from './sql-values.ts'

type List = Value & { kind: 'list' }

/** A call: of Kysely's `sql.x`, of a list's method, or of one of our functions that returns fragments. */
export function evaluateCall(evaluation: Evaluation, call: ts.CallExpression, bindings: Bindings): Value {
  const { expression } = call
  if (ts.isPropertyAccessExpression(expression)) {
    if (expression.expression.getText() === 'sql') return callSql(evaluation, call, bindings)
    const owner = evaluation.evaluate(expression.expression, bindings)
    const known = callMethod(evaluation, { call, owner, name: expression.name.text }, bindings)
    if (known) return known
  }
  const { checker } = evaluation.source
  if (!mayHoldFragment(checker, checker.getTypeAtLocation(call))) return runtimeOf(evaluation, call)
  const callee = evaluation.evaluate(expression, bindings)
  if (callee.kind !== 'function') return runtimeOf(evaluation, call)
  return apply(
    evaluation,
    callee,
    call.arguments.map((argument) => evaluation.evaluate(argument, bindings)),
  )
}

function callSql(evaluation: Evaluation, call: ts.CallExpression, bindings: Bindings): Value {
  const [first, second] = call.arguments
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : ''
  if (name === 'join' && first) return joinSql(evaluation, [first, second], bindings)
  const text = first && textOf(evaluation, first, bindings)
  if (text === undefined) throw new Unresolved(`${placeOf(call)}: ${call.getText()} has no known text`)
  if (name === 'raw') return sqlOf(text)
  if (name === 'lit') return sqlOf(isNumber(text) ? text : quote(text))
  return sqlOf(
    text
      .split('.')
      .map((part) => `"${part}"`)
      .join('.'),
  )
}

const isNumber = (text: string): boolean => /^[\d.]+$/.test(text)
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

function joinSql(
  evaluation: Evaluation,
  [list, separator]: readonly [ts.Expression, ts.Expression | undefined],
  bindings: Bindings,
): Value {
  const items = evaluation.evaluate(list, bindings)
  const between: Value = separator ? evaluation.evaluate(separator, bindings) : sqlOf(', ')
  if (items.kind !== 'list' || between.kind !== 'sql')
    throw new Unresolved(`${placeOf(list)}: ${list.getText()} is not a known list`)
  return sqlOf(
    ...items.items.flatMap((item, index): readonly SqlPart[] => [
      ...(index > 0 ? between.parts : []),
      ...(item.kind === 'sql' ? item.parts : [{ nullable: true }]),
    ]),
  )
}

interface MethodCall {
  call: ts.CallExpression
  owner: Value
  name: string
}

/** Methods of lists. A list that is known at run time only stands for one item. */
function callMethod(
  evaluation: Evaluation,
  { call, owner, name }: MethodCall,
  bindings: Bindings,
): Value | undefined {
  const [first] = call.arguments
  if (name === 'map' && first) return mapList(evaluation, { owner, mapper: first }, bindings)
  const read = owner.kind === 'list' ? METHODS[name] : undefined
  return owner.kind === 'list' && read ? read(owner, first && textOf(evaluation, first, bindings)) : undefined
}

const METHODS: Readonly<Record<string, (list: List, text: string | undefined) => Value | undefined>> = {
  filter: (list) => list,
  toSorted: (list) => list,
  join: joinTexts,
  has: includes,
  includes,
}

function mapList(
  evaluation: Evaluation,
  { owner, mapper }: { owner: Value; mapper: ts.Expression },
  bindings: Bindings,
): Value | undefined {
  const { checker } = evaluation.source
  if (owner.kind !== 'list' && !mayHoldFragment(checker, checker.getTypeAtLocation(mapper))) return undefined
  const mapped = evaluation.evaluate(mapper, bindings)
  if (mapped.kind !== 'function') return undefined
  const items = owner.kind === 'list' ? owner.items : [owner]
  return { kind: 'list', items: items.map((item) => apply(evaluation, mapped, [item])) }
}

function joinTexts({ items }: List, separator = ','): Value | undefined {
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
  return texts.length === items.length ? { kind: 'text', text: texts.join(separator) } : undefined
}

function includes({ items }: List, text: string | undefined): Value | undefined {
  const is = items.some((item) => item.kind === 'text' && item.text === text)
  return text === undefined ? undefined : { kind: 'boolean', is }
}

function apply(
  evaluation: Evaluation,
  { node, bindings }: Value & { kind: 'function' },
  given: readonly Value[],
): Value {
  const bound = new Map(bindings)
  node.parameters.forEach((parameter, index) => {
    const value =
      given[index] ?? (parameter.initializer ? evaluation.evaluate(parameter.initializer, bound) : undefined)
    if (value) bind(evaluation, { name: parameter.name, value }, bound)
  })
  const results = resultsOf(node)
  const result = results[evaluation.choices.choose(`returns ${placeOf(node)}`, results.length)]
  if (!result) throw new Unresolved(`${placeOf(node)}: the function returns nothing`)
  return evaluation.evaluate(result, bound)
}

function bind(
  evaluation: Evaluation,
  { name, value }: { name: ts.BindingName; value: Value },
  bound: Map<ts.Symbol, Value>,
): void {
  if (ts.isIdentifier(name)) {
    const symbol = symbolOf(evaluation.source.checker, name)
    if (symbol) bound.set(symbol, value)
    return
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element)) continue
    const part = elementOf(value, element) ?? runtimeOf(evaluation, element)
    bind(evaluation, { name: element.name, value: part }, bound)
  }
}

/** The expressions that a function may return. */
function resultsOf(node: ts.SignatureDeclaration): readonly ts.Expression[] {
  if (!('body' in node) || !node.body) return []
  if (!ts.isBlock(node.body)) return [node.body]
  return (
    nodesOf(node.body, ts.isReturnStatement)
      .filter((found) => ts.findAncestor(found, ts.isFunctionLike) === node)
      .flatMap(({ expression }) => expression ?? [])
      // The caller executes nothing then.
      .filter((expression) => expression.getText() !== 'undefined')
  )
}
