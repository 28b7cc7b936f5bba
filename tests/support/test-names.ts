import ts from 'typescript'

/**
 * Names of the tests in a test file, without running it: titles of `describe`, `test` and `it`, joined by ' > ' as Vitest prints
 * them. A test with `.each` has its title as written (`%s is refused`), and one name per case whose values are literals or constants
 * of the file. In a title with `${…}` that part stays as written. The mark of `sample.ts` is not part of a name.
 */
export function readTestNames(source: string): Set<string> {
  const file = ts.createSourceFile('file.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const constants = readConstants(file)
  const names = new Set<string>()
  const visit = (node: ts.Node, parents: readonly string[]): void => {
    const block = ts.isCallExpression(node) ? readBlock(node, constants) : undefined
    if (!block) return ts.forEachChild(node, (child) => visit(child, parents))
    const joined = parents.flatMap((parent) =>
      block.titles.map((title) => (parent ? `${parent} > ${title}` : title)),
    )
    if (block.isTest) for (const name of joined) names.add(name)
    else block.bodies.forEach((body) => visit(body, joined))
  }
  visit(file, [''])
  return names
}

/** Ends a title: `@full`, or the call that may return it. */
const MARK = / @full$|\$\{fullUnless\(.*\)\}$/

type Constants = ReadonlyMap<string, string>

function readConstants(file: ts.SourceFile): Constants {
  const constants = new Map<string, string>()
  for (const statement of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer && ts.isStringLiteralLike(initializer))
        constants.set(name.text, initializer.text)
  return constants
}

interface Block {
  isTest: boolean
  titles: string[]
  bodies: readonly ts.Node[]
}

function readBlock(call: ts.CallExpression, constants: Constants): Block | undefined {
  const {
    expression,
    arguments: [title, ...bodies],
  } = call
  const each = ts.isCallExpression(expression) ? expression : undefined
  const path = (each ? each.expression : expression).getText().split('.')
  if (!/^(describe|test|it)$/.test(path[0] ?? '') || !title || bodies.length === 0) return undefined
  const written = textOf(title)
  if (written === undefined) return undefined
  const cases = each?.arguments[0] ? readCases(each.arguments[0], constants) : []
  const titles = [written, ...cases.flatMap((values) => fill(written, values) ?? [])]
  return { isTest: !path.includes('describe'), titles, bodies }
}

function textOf(title: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(title)) return title.text.replace(MARK, '')
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1).replace(MARK, '') : undefined
}

/** Undefined when unknown without running the file. */
type Value = string | undefined

/** The cases of `.each([…])`. */
function readCases(table: ts.Expression, constants: Constants): Value[][] {
  const list = ts.isAsExpression(table) ? table.expression : table
  if (!ts.isArrayLiteralExpression(list)) return []
  return list.elements.map((row) =>
    (ts.isArrayLiteralExpression(row) ? row.elements : [row]).map((value) => valueOf(value, constants)),
  )
}

function valueOf(value: ts.Expression, constants: Constants): Value {
  if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return value.text
  if (ts.isIdentifier(value)) return constants.get(value.text)
  if (!ts.isTemplateExpression(value)) return undefined
  const spans = value.templateSpans.map(({ expression, literal }) => {
    const text = valueOf(expression, constants)
    return text === undefined ? undefined : text + literal.text
  })
  return spans.includes(undefined) ? undefined : value.head.text + spans.join('')
}

/** Undefined when the title uses an unknown value. */
function fill(title: string, values: readonly Value[]): string | undefined {
  let next = 0
  let isKnown = true
  const filled = title.replaceAll(/%[sdif]/g, () => {
    const value = values[next]
    next += 1
    isKnown &&= value !== undefined
    return value ?? ''
  })
  return isKnown && next > 0 ? filled : undefined
}
