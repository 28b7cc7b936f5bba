import { Resolver } from 'node:dns/promises'

/** A record as the DNS has it. */
export interface NameRecord {
  type: 'CNAME' | 'A' | 'AAAA'
  value: string
}

/** What the DNS says now: nothing of an earlier answer is kept. Undefined when it gave no answer, which is not a no. */
export interface NameLookups {
  /** The texts of all TXT records, each with its pieces joined; none when there is no such name. */
  findTexts: (name: string) => Promise<string[] | undefined>
  /** Where a name leads. */
  findTargets: (name: string) => Promise<NameRecord[] | undefined>
}

/** For each server and try; three servers that are all silent take nine seconds. */
const PATIENCE = { timeout: 1500, tries: 2, maxTimeout: 3000 }

/** Looks names up at these servers, or at the system's. */
export function createNameLookups(servers: readonly string[]): NameLookups {
  // One for each look-up: a resolver remembers its answers.
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

/** The name is not there, or has no such record. Everything else (refused, broken, too late) is no answer. */
const isNothingThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
