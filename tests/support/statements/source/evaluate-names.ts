import ts from 'typescript'
import { runtimeOf, type Evaluation } from './evaluation.ts'
import { nodesOf, placeOf, symbolOf } from './program.ts'
import { mayHoldFragment } from './sql-types.ts'
import { Unresolved, type Bindings, type Value } from './sql-values.ts'

export const evaluateName = (evaluation: Evaluation, node: ts.Identifier, bindings: Bindings): Value =>
  readSymbol(evaluation, { node, symbol: symbolOf(evaluation.source.checker, node) }, bindings)

/** Evaluates `name` of `{ name }`. */
export const evaluateShorthand = (
  evaluation: Evaluation,
  node: ts.ShorthandPropertyAssignment,
  bindings: Bindings,
): Value =>
  readSymbol(
    evaluation,
    { node: node.name, symbol: evaluation.source.checker.getShorthandAssignmentValueSymbol(node) },
    bindings,
  )

function readSymbol(
  evaluation: Evaluation,
  { node, symbol }: { node: ts.Identifier; symbol: ts.Symbol | undefined },
  bindings: Bindings,
): Value {
  const bound = symbol && bindings.get(symbol)
  if (bound) return bound.kind === 'runtime' ? runtimeOf(evaluation, node) : bound
  const declaration = symbol?.valueDeclaration
  if (!declaration) return runtimeOf(evaluation, node)
  return readDeclaration(evaluation, declaration, bindings) ?? runtimeOf(evaluation, node)
}

function readDeclaration(
  evaluation: Evaluation,
  declaration: ts.Declaration,
  bindings: Bindings,
): Value | undefined {
  if (ts.isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, bindings }
  if (ts.isVariableDeclaration(declaration)) return readVariable(evaluation, declaration, bindings)
  if (ts.isParameter(declaration)) return readArgument(evaluation, declaration, bindings)
  if (ts.isBindingElement(declaration)) return readElement(evaluation, declaration, bindings)
  return undefined
}

function readVariable(
  evaluation: Evaluation,
  { name, initializer }: ts.VariableDeclaration,
  bindings: Bindings,
): Value | undefined {
  if (!initializer || initializer.getSourceFile().fileName.includes('/node_modules/')) return undefined
  const value = evaluation.evaluate(initializer, bindings)
  if (value.kind === 'runtime') return undefined
  return value.kind === 'list' ? withPushed(evaluation, { name, value }, bindings) : value
}

/** A list with the items that its function pushes: all of them, because conditions are joined by `and`. */
function withPushed(
  evaluation: Evaluation,
  { name, value }: { name: ts.BindingName; value: Value & { kind: 'list' } },
  bindings: Bindings,
): Value {
  const scope = ts.findAncestor(name, ts.isFunctionLike)
  if (!scope || !ts.isIdentifier(name)) return value
  const pushed = nodesOf(scope, ts.isCallExpression)
    .filter((call) => call.expression.getText() === `${name.text}.push`)
    .flatMap((call) => call.arguments.map((item) => evaluation.evaluate(item, bindings)))
  return { kind: 'list', items: [...value.items, ...pushed] }
}

/** The argument of a parameter: its default, or that of a call of its function; several calls are a choice. */
function readArgument(
  evaluation: Evaluation,
  parameter: ts.ParameterDeclaration,
  bindings: Bindings,
): Value | undefined {
  const { checker } = evaluation.source
  if (!mayHoldFragment(checker, checker.getTypeAtLocation(parameter))) return undefined
  const index = parameter.parent.parameters.indexOf(parameter)
  const calls = callsOf(evaluation, parameter.parent)
  if (calls.length === 0) throw new Unresolved(`${placeOf(parameter)}: no call of this function was found`)
  const call = calls[evaluation.choices.choose(`calls ${placeOf(parameter.parent)}`, calls.length)]
  const given = call?.arguments[index] ?? parameter.initializer
  return given && evaluation.evaluate(given, call?.arguments[index] ? new Map() : bindings)
}

function callsOf({ source }: Evaluation, callee: ts.SignatureDeclaration): readonly ts.CallExpression[] {
  const named = ts.isVariableDeclaration(callee.parent) ? callee.parent.name : callee.name
  const symbol = named && symbolOf(source.checker, named)
  return symbol ? source.callsOf(symbol) : []
}

/** A name taken out of an object or a list: `const { hours } = partsOf(scope)`. */
function readElement(
  evaluation: Evaluation,
  element: ts.BindingElement,
  bindings: Bindings,
): Value | undefined {
  const { checker } = evaluation.source
  const holder = element.parent.parent
  if (!mayHoldFragment(checker, checker.getTypeAtLocation(element))) return undefined
  const owner = readDeclaration(evaluation, holder, bindings)
  return owner && elementOf(owner, element)
}

export function elementOf(owner: Value, element: ts.BindingElement): Value | undefined {
  if (ts.isArrayBindingPattern(element.parent))
    return owner.kind === 'list' ? owner.items[element.parent.elements.indexOf(element)] : undefined
  const name = (element.propertyName ?? element.name).getText()
  return owner.kind === 'object' ? owner.members.get(name)?.() : undefined
}
