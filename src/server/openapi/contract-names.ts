import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Endpoint } from '#contracts/platform/endpoint.ts'

export interface ContractName {
  /** Operation id: the name of the contract's export. */
  name: string
  /** File name of the contract, such as `webhooks`. */
  noun: string
  isConsole: boolean
}

const FOLDER = join(import.meta.dirname, '../../contracts')

export const endpointKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${path}`

/** Reads the names from the exports of all files in contracts/. The map's keys are method and path. */
export async function listContractNames(): Promise<Map<string, ContractName>> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const read = (await Promise.all(files.map(importFile))).flat()
  const named = Map.groupBy(read, ([, { name }]) => name)
  const isTaken = (name: string): boolean => (named.get(name)?.length ?? 0) > 1
  return new Map(
    read.map(([key, source]) => [
      key,
      source.isConsole && isTaken(source.name) ? { ...source, name: consoleName(source.name) } : source,
    ]),
  )
}

/** Returns the name of a console contract if a public contract has the same name. */
const consoleName = (name: string): string => `console${name.charAt(0).toUpperCase()}${name.slice(1)}`

async function importFile(file: string): Promise<[string, ContractName][]> {
  const exported: Record<string, unknown> = await import(
    /* @vite-ignore */ pathToFileURL(join(FOLDER, file)).href
  )
  const isConsole = /^console[/\\]/.test(file)
  const noun = file.replace(/^.*[/\\]/, '').replace(/\.ts$/, '')
  return Object.entries(exported).flatMap(([name, value]) =>
    contractsIn(name, value).map(([each, contract]): [string, ContractName] => [
      endpointKey(contract),
      { name: each, noun, isConsole },
    ]),
  )
}

/** Lists the contracts of an export, which can be an object of contracts: `REPORTS.sales` is then named `reportsSales`. */
function contractsIn(name: string, value: unknown): [string, Endpoint][] {
  if (isEndpoint(value)) return [[name, value]]
  if (typeof value !== 'object' || value === null || !/^[A-Z_]+$/.test(name)) return []
  return Object.entries(value).flatMap(([key, each]: [string, unknown]): [string, Endpoint][] =>
    isEndpoint(each) ? [[joinName(name.toLowerCase(), key), each]] : [],
  )
}

/** Joins `reports` and `promo-codes` to `reportsPromoCodes`. */
const joinName = (...parts: string[]): string =>
  parts
    .flatMap((part) => part.split(/[-_]/))
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
