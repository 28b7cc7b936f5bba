import ts from 'typescript'
import { evaluateEveryChoice, type Choices } from './choices.ts'
import { evaluateWith } from './evaluate.ts'
import { nodesOf, ownerOf, placeOf, type Source } from './program.ts'
import { isFragment, isQueryTag, isSql, parameterOf, rowTypeOf } from './sql-types.ts'
import { compile, Unresolved, type Parameter, type Value } from './sql-values.ts'

/** A statement of the source, with its claim about the rows. */
export interface Statement {
  place: string
  owner: string
  row: ts.Type | undefined
  variants: readonly Variant[] | Unresolved
}

export interface Variant {
  text: string
  parameters: readonly Parameter[]
}

/** Returns the statements that these files execute, and the `sql` templates that are part of none. */
export function findStatements(source: Source): {
  statements: Statement[]
  unreached: ts.TaggedTemplateExpression[]
} {
  const reached = new Set<ts.TaggedTemplateExpression>()
  const statements = source.files
    .flatMap((file) => [
      ...nodesOf(file, ts.isCallExpression).flatMap((call) => readExecution(source, call) ?? []),
      ...nodesOf(file, ts.isTaggedTemplateExpression).flatMap((call) => readTagged(source, call) ?? []),
    ])
    .map(({ text, values, row, call }) => ({
      place: placeOf(call),
      owner: ownerOf(call),
      row,
      variants: readVariants({ text, values }, { source, reached }),
    }))
  const unreached = source.files
    .flatMap((file) => nodesOf(file, ts.isTaggedTemplateExpression))
    .filter((template) => isSql(template) && !reached.has(template) && !isCondition(template))
  return { statements, unreached }
}

/** True for a condition of Kysely's query builder, which claims nothing about rows. */
const isCondition = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  parent.expression.name.text === 'where'

interface Execution {
  call: ts.CallExpression | ts.TaggedTemplateExpression
  /** Fragment, text, or object with a text. */
  text: ts.Expression
  /** Values of the parameters that a text has. */
  values: ts.Expression | undefined
  row: ts.Type | undefined
}

/** The ways to execute SQL: a fragment's `execute`, Kysely's `executeQuery`, `run` of a `Pipeline`, and a client's `query<Row>`. */
function readExecution({ checker }: Source, call: ts.CallExpression): Execution | undefined {
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined
  const { expression: owner, name } = call.expression
  // Types are computed only where they matter, because that takes longest.
  if (!EXECUTIONS.has(name.text)) return undefined
  const type = checker.getTypeAtLocation(owner)
  if (name.text === 'execute' && isFragment(type))
    return { call, text: owner, values: undefined, row: rowTypeOf(checker, type) }
  const [text, values] = compiledIn(call)
  if (!text || !isTextCall(call, name.text, type)) return undefined
  return { call, text, values, row: resultOf(checker, call, name.text === 'run' ? undefined : 'rows') }
}

/** A template whose tag runs it. Without a row type, it claims nothing about rows. */
function readTagged({ checker }: Source, call: ts.TaggedTemplateExpression): Execution | undefined {
  if (!isQueryTag(call.tag)) return undefined
  const [row] = call.tag.typeArguments ?? []
  return {
    call,
    text: call,
    values: undefined,
    row: row ? checker.getTypeFromTypeNode(row) : checker.getUnknownType(),
  }
}

const EXECUTIONS = new Set(['execute', 'executeQuery', 'run', 'query'])

/** True for a call that executes a text. */
function isTextCall(call: ts.CallExpression, name: string, owner: ts.Type): boolean {
  if (name === 'run') return owner.getSymbol()?.getName() === 'Pipeline'
  return name === 'executeQuery' || (name === 'query' && call.typeArguments !== undefined)
}

/** Text and values of a call, or of the `CompiledQuery.raw(text, values)` that it is given. */
function compiledIn(call: ts.CallExpression): ts.NodeArray<ts.Expression> {
  const [first] = call.arguments
  const isCompiled = first && ts.isCallExpression(first) && first.expression.getText() === 'CompiledQuery.raw'
  return isCompiled ? first.arguments : call.arguments
}

/** Type of a row that a call resolves to: of its list, or of the list in a member. */
function resultOf(checker: ts.TypeChecker, call: ts.CallExpression, member?: string): ts.Type | undefined {
  const resolved = checker.getAwaitedType(checker.getTypeAtLocation(call))
  const rows = member === undefined ? undefined : resolved?.getProperty(member)
  const list = rows ? checker.getTypeOfSymbol(rows) : resolved
  return list && checker.getIndexTypeOfType(list, ts.IndexKind.Number)
}

type Given = Pick<Execution, 'text' | 'values'>

function readVariants(
  given: Given,
  start: { source: Source; reached: Set<ts.TaggedTemplateExpression> },
): readonly Variant[] | Unresolved {
  try {
    const variants = evaluateEveryChoice((choices) => readVariant(given, { ...start, choices }))
    return [...new Map(variants.map((variant) => [variant.text, variant])).values()]
  } catch (error) {
    if (error instanceof Unresolved) return error
    throw error
  }
}

function readVariant(
  { text, values }: Given,
  start: { source: Source; reached: Set<ts.TaggedTemplateExpression>; choices: Choices },
): Variant {
  const value = textIn(evaluateWith(start, text))
  if (value.kind === 'text') return { text: value.text, parameters: parametersIn(values, start.source) }
  if (value.kind !== 'sql') throw new Unresolved(`${placeOf(text)}: ${text.getText()} has no known text`)
  return compile(value.parts)
}

const parametersIn = (values: ts.Expression | undefined, { checker }: Source): Parameter[] =>
  values && ts.isArrayLiteralExpression(values)
    ? values.elements.map((value) => parameterOf(checker, checker.getTypeAtLocation(value)))
    : []

/** Statements with a name are objects with a text. */
const textIn = (value: Value): Value =>
  value.kind === 'object' ? (value.members.get('text')?.() ?? value) : value
