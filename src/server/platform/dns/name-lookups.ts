import { Resolver } from 'node:dns/promises'

export interface NameRecord {
  type: 'CNAME' | 'A' | 'AAAA'
  value: string
}

/**
 * Uncached DNS lookups. They return undefined when DNS didn't respond, and an empty list when there are no records.
 */
export interface NameLookups {
  /** Returns all TXT records, each with its parts joined. */
  findTexts: (name: string) => Promise<string[] | undefined>
  findTargets: (name: string) => Promise<NameRecord[] | undefined>
}

/** Timeouts per server and attempt, in milliseconds. With three unresponsive servers, a lookup takes 14 seconds. */
const PATIENCE = { timeout: 1500, tries: 2, maxTimeout: 3000 }

export function createNameLookups(servers: readonly string[]): NameLookups {
  // A new resolver per lookup, because resolvers cache.
  const ask = async <Found>(
    question: (resolver: Resolver) => Promise<Found[]>,
  ): Promise<Found[] | undefined> => {
    const resolver = new Resolver(PATIENCE)
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return await question(resolver)
    } catch (error) {
      return isNothingThere(error) ? [] : undefined
    }
  }
  return {
    findTexts: async (name) =>
      (await ask((resolver) => resolver.resolveTxt(name)))?.map((pieces) => pieces.join('')),
    findTargets: async (name) => {
      const found = await Promise.all([
        ask((resolver) => resolver.resolveCname(name)),
        ask((resolver) => resolver.resolve4(name)),
        ask((resolver) => resolver.resolve6(name)),
      ])
      const [names, v4, v6] = found
      if (!names || !v4 || !v6) return undefined
      return [
        ...names.map((value): NameRecord => ({ type: 'CNAME', value: value.toLowerCase() })),
        ...v4.map((value): NameRecord => ({ type: 'A', value })),
        ...v6.map((value): NameRecord => ({ type: 'AAAA', value })),
      ]
    },
  }
}

/** True for NXDOMAIN, and for a name without records of this type. Other errors mean that DNS didn't respond. */
const isNothingThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
