import { existsSync, readFileSync } from 'node:fs'
import { readTestNames } from './test-names.ts'

export interface NamedTest {
  file: string
  name: string
}

/** Tests that a document refers to as `file › name`. */
export const namedTests = (markdown: string): NamedTest[] =>
  [...markdown.matchAll(/`([^`›]+) › ([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name }))

const namesByFile = new Map<string, Set<string>>()

export function hasTest({ file, name }: NamedTest): boolean {
  if (!/^(tests|e2e)\/.+\.(test|spec)\.tsx?$/.test(file) || !existsSync(file)) return false
  const names = namesByFile.get(file) ?? readTestNames(readFileSync(file, 'utf8'))
  namesByFile.set(file, names)
  return names.has(name)
}
