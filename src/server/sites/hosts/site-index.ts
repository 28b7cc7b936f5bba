import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LegalKind } from '#model/sites/legal.ts'
import { FALLBACK_SETTINGS, type Site, type SiteSettings } from '#model/sites/sites.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { listLegalKinds } from '#server/sites/legal/legal-rows.ts'
import { readHosts, type HostRow } from './host-rows.ts'

export interface SiteIndex {
  /** Returns `unknown` for every host but the main ones until the hosts have been loaded. */
  resolve: (host: string) => Site
  knows: (host: string) => boolean
  isReady: () => boolean
  /** Resolves when the hosts are loaded, after `patienceMs` at the latest. True when loaded. */
  whenReady: (patienceMs: number) => Promise<boolean>
  reload: (promoterId?: string) => Promise<void>
  hosts: () => string[]
  /** Returns the host of a promoter's storefront: the canonical one, otherwise the first. */
  hostOf: (promoterId: string) => string | undefined
  close: () => void
}

const MAIN_SETTINGS: SiteSettings = { ...FALLBACK_SETTINGS, siteName: 'Foyer' }

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

/** Starts loading at once and retries until it succeeds; requests are served meanwhile. */
export function createSiteIndex(parts: {
  db: Kysely<Database>
  mainHosts: readonly string[]
  log: Logger
}): SiteIndex {
  const { db, mainHosts, log } = parts
  const main = new Set(mainHosts)
  const closed = new AbortController()
  const ready = Promise.withResolvers<true>()
  let shelf: Shelf | undefined
  let reading: Promise<void> = Promise.resolve()
  const read = async (promoterId?: string): Promise<void> => {
    if (shelf && promoterId !== undefined) {
      shelf.replace(promoterId, await readHosts(db, { promoterId }))
      return
    }
    shelf = await readAll(db)
    ready.resolve(true)
  }
  const reload = (promoterId?: string): Promise<void> => {
    // Serialised, so that a slow load can't overwrite the result of a later one.
    reading = reading.catch(() => undefined).then(() => read(promoterId))
    return reading
  }
  const start = async (): Promise<void> => {
    for (
      let wait = FIRST_RETRY_MS;
      !shelf && !closed.signal.aborted;
      wait = Math.min(wait * 2, MAX_RETRY_MS)
    ) {
      await reload().catch((error: unknown) => {
        if (!closed.signal.aborted)
          log.warn({ err: error, wait }, 'The host names could not be read; trying again')
      })
      if (!shelf) await pause(wait, undefined, { signal: closed.signal, ref: false }).catch(() => undefined)
    }
  }
  void start()
  return {
    resolve: (host) => {
      if (main.has(host))
        return { kind: 'main', host, settings: MAIN_SETTINGS, legal: shelf?.mainLegal ?? [] }
      return shelf?.sites.get(host) ?? { kind: 'unknown', host, settings: FALLBACK_SETTINGS, legal: [] }
    },
    knows: (host) => shelf !== undefined || main.has(host),
    isReady: () => shelf !== undefined,
    whenReady: async (patienceMs) => {
      if (shelf) return true
      const late = Promise.withResolvers<false>()
      const timer = setTimeout(() => late.resolve(false), patienceMs)
      return Promise.race([ready.promise, late.promise]).finally(() => clearTimeout(timer))
    },
    reload,
    hosts: () => [...(shelf?.sites.keys() ?? [])],
    hostOf: (promoterId) => shelf?.hostOf(promoterId),
    close: () => closed.abort(),
  }
}

interface Shelf {
  sites: ReadonlyMap<string, Site>
  mainLegal: readonly LegalKind[]
  hostOf: (promoterId: string) => string | undefined
  replace: (promoterId: string, rows: readonly HostRow[]) => void
}

/** Hosts per query; bounded so that requests in between aren't delayed. */
const BATCH = 2000

async function readAll(db: Kysely<Database>): Promise<Shelf> {
  const shelf = createShelf(await listLegalKinds(db, null))
  for (let after = ''; ;) {
    const rows = await readHosts(db, { after, most: BATCH })
    shelf.add(rows)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return shelf
    after = last.host
  }
}

function createShelf(mainLegal: readonly LegalKind[]): Shelf & { add: (rows: readonly HostRow[]) => void } {
  const sites = new Map<string, Site>()
  const promoters = new Map<string, Promoter>()
  const add = (rows: readonly HostRow[]): void => {
    for (const row of rows) {
      const known = promoters.get(row.promoterId)
      // A growing array reserves room for 17 elements, and most promoters have one host.
      const promoter = known ?? { settings: row.settings, legal: row.legal, hosts: [row.host] }
      if (known) known.hosts.push(row.host)
      else promoters.set(row.promoterId, promoter)
      const { host, promoterId, canonicalHost, isAlias } = row
      // A promoter's hosts share one settings object, which saves memory and derived values.
      const { settings, legal } = promoter
      sites.set(host, { kind: 'storefront', host, promoterId, settings, legal, canonicalHost, isAlias })
    }
  }
  return {
    sites,
    mainLegal,
    add,
    hostOf: (promoterId) => {
      const first = promoters.get(promoterId)?.hosts[0]
      const site = first === undefined ? undefined : sites.get(first)
      return (site?.kind === 'storefront' ? site.canonicalHost : undefined) ?? first
    },
    replace: (promoterId, rows) => {
      for (const host of promoters.get(promoterId)?.hosts ?? []) {
        const site = sites.get(host)
        // The host may belong to another promoter by now.
        if (site?.kind === 'storefront' && site.promoterId === promoterId) sites.delete(host)
      }
      promoters.delete(promoterId)
      add(rows)
    },
  }
}

interface Promoter {
  settings: SiteSettings
  legal: readonly LegalKind[]
  hosts: string[]
}
