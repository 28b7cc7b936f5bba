import { globSync } from 'node:fs'
import type { Endpoint } from '#contracts/platform/endpoint.ts'

const CONSOLE = new URL('../../src/contracts/console/', import.meta.url)

/** All endpoints exported by the console's contracts, including those in objects. */
export async function readConsoleEndpoints(): Promise<Endpoint[]> {
  const nouns = await Promise.all(
    globSync('**/*.ts', { cwd: CONSOLE }).map(
      (file): Promise<Record<string, unknown>> => import(new URL(file, CONSOLE).href),
    ),
  )
  return nouns
    .flatMap((noun) => Object.values<unknown>(noun))
    .flatMap((value) => (isEndpoint(value) ? [value] : valuesOf(value).filter(isEndpoint)))
}

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** 'GET /api/promoter/orders', sorted. */
export const namesOf = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.map(({ method, path }) => `${method} ${path}`).toSorted()
