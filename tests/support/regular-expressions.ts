import { globSync, readFileSync } from 'node:fs'
import { transform } from '@astrojs/compiler-rs'
import ts from 'typescript'

/** A regular expression in `src`. */
export interface Expression {
  source: string
  flags: string
  files: string[]
}

export function readExpressions(): Expression[] {
  const found = new Map<string, Expression>()
  for (const file of globSync('src/**/*.{ts,tsx,astro}').toSorted())
    for (const { source, flags } of expressionsIn(file)) {
      const known = found.get(`/${source}/${flags}`)
      if (known) known.files.push(file)
      else found.set(`/${source}/${flags}`, { source, flags, files: [file] })
    }
  return [...found.values()]
}

function expressionsIn(file: string): Omit<Expression, 'files'>[] {
  const text = readFileSync(file, 'utf8')
  const isPage = file.endsWith('.astro')
  const code = isPage ? transform(text).code : text
  const root = ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.Latest,
    false,
    isPage || file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: Omit<Expression, 'files'>[] = []
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(partsOf(node.text))
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
      found.push(givenTo(node))
    ts.forEachChild(node, look)
  }
  look(root)
  return found
}

function partsOf(literal: string): Omit<Expression, 'files'> {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/** Substitutions are replaced by one letter: none of them contains quantifiers. */
function givenTo(node: ts.NewExpression): Omit<Expression, 'files'> {
  const [pattern, flags] = node.arguments ?? []
  const isRaw = pattern !== undefined && ts.isTaggedTemplateExpression(pattern)
  const text = isRaw ? pattern.template : pattern
  if (text === undefined) throw new Error('RegExp was given nothing.')
  return { source: textOf(text, isRaw), flags: flags && ts.isStringLiteral(flags) ? flags.text : '' }
}

function textOf(node: ts.Node, isRaw: boolean): string {
  if (ts.isStringLiteral(node)) return node.text
  const said = (part: ts.TemplateLiteralLikeNode): string => (isRaw ? (part.rawText ?? part.text) : part.text)
  if (ts.isNoSubstitutionTemplateLiteral(node)) return said(node)
  if (ts.isTemplateExpression(node))
    return said(node.head) + node.templateSpans.map((span) => `x${said(span.literal)}`).join('')
  throw new Error(`Write the pattern as a text of its own: ${ts.SyntaxKind[node.kind]}`)
}
