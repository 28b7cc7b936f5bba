import { globSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** A type-checked program, with the calls of each of its functions. */
export interface Source {
  checker: ts.TypeChecker
  files: readonly ts.SourceFile[]
  callsOf: (callee: ts.Symbol) => readonly ts.CallExpression[]
}

/** Loads the server's source with the compiler options of tsconfig.json. */
export const loadServer = (): Source =>
  loadSource(globSync('src/server/**/*.ts'), (options) => ts.createCompilerHost(options))

/** Loads a text as if it were a file of the server. */
export function loadText(text: string): Source {
  const path = 'src/server/planted.ts'
  return loadSource([path], (options) => {
    const host = ts.createCompilerHost(options)
    return {
      ...host,
      fileExists: (name) => name.endsWith(path) || host.fileExists(name),
      readFile: (name) => (name.endsWith(path) ? text : host.readFile(name)),
      getSourceFile: (name, ...rest) =>
        name.endsWith(path)
          ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
          : host.getSourceFile(name, ...rest),
    }
  })
}

/** Loads these files and all that they import; `files` of the result are these only. */
function loadSource(
  paths: readonly string[],
  createHost: (options: ts.CompilerOptions) => ts.CompilerHost,
): Source {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
    { ...ts.sys, readDirectory: () => [] },
    process.cwd(),
  )
  const host = createHost(options)
  const program = ts.createProgram(paths, options, {
    ...host,
    // Comments of declarations are half of their text, and say nothing about types.
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    getSourceFile: (name, ...rest) => readOnce(name, () => host.getSourceFile(name, ...rest)),
  })
  const checker = program.getTypeChecker()
  const files = paths.map((path) => {
    const file = program.getSourceFile(path)
    if (!file) throw new Error(`${path} is not part of the program.`)
    return file
  })
  const calls = indexCalls(files, checker)
  return { checker, files, callsOf: (callee) => calls.get(callee) ?? [] }
}

/** Files of packages, which the programs of a process share. */
const packages = new Map<string, ts.SourceFile | undefined>()

function readOnce(name: string, read: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!name.includes('/node_modules/')) return read()
  if (!packages.has(name)) packages.set(name, read())
  return packages.get(name)
}

function indexCalls(
  files: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
): Map<ts.Symbol, ts.CallExpression[]> {
  const calls = new Map<ts.Symbol, ts.CallExpression[]>()
  for (const file of files) {
    for (const call of nodesOf(file, ts.isCallExpression)) {
      const callee = ts.isIdentifier(call.expression) ? symbolOf(checker, call.expression) : undefined
      if (callee) calls.set(callee, [...(calls.get(callee) ?? []), call])
    }
  }
  return calls
}

/** The declared symbol that a name stands for, through imports. */
export function symbolOf(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** All nodes of a kind, in the order of the text. */
export function nodesOf<Node extends ts.Node>(root: ts.Node, isIt: (node: ts.Node) => node is Node): Node[] {
  const found: Node[] = []
  const visit = (node: ts.Node): void => {
    if (isIt(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** src/server/sales/orders/order-rows.ts:87 */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${posix.relative(process.cwd(), file.fileName)}:${line + 1}`
}

const isNamed = (
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.VariableDeclaration | ts.ClassDeclaration =>
  ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isClassDeclaration(node)

/** src/server/sales/orders/order-rows.ts findOrder: a place that stays when lines are added above. */
export function ownerOf(node: ts.Node): string {
  let name = ''
  for (let at = node; !ts.isSourceFile(at); at = at.parent) if (isNamed(at)) name = at.name?.getText() ?? name
  return `${posix.relative(process.cwd(), node.getSourceFile().fileName)} ${name}`
}
