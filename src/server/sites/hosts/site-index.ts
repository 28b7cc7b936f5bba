import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Maintenance } from '#model/platform/maintenance.ts'
import type { LegalKind } from '#model/sites/legal.ts'
import { DEFAULT_MAIN_SITE_SETTINGS } from '#model/sites/main-site.ts'
import { FALLBACK_SITE_SETTINGS, type Site, type SiteSettings } from '#model/sites/sites.ts'
import type { Db } from '#server/platform/db/query.ts'
import { findMaintenance } from '#server/people/registration/maintenance-rows.ts'
import { findPlatformSettings } from '#server/people/registration/platform-settings-rows.ts'
import { listLegalKinds } from '#server/sites/legal/legal-rows.ts'
import { findMainSite } from '#server/sites/main-site/main-site-rows.ts'
import { readHosts, type HostRow } from './host-rows.ts'

export interface SiteIndex {
  /** Returns the site of a host. Until the hosts have been loaded, every host but the main site's is `unknown`. */
  resolve: (host: string) => Site
  knows: (host: string) => boolean
  isReady: () => boolean
  /** Resolves to true when the hosts are loaded, or to false after `patienceMs`. */
  whenReady: (patienceMs: number) => Promise<boolean>
  reload: (promoterId?: string) => Promise<void>
  hosts: () => string[]
  /** Returns the current maintenance. Undefined when there is none. Keeps its value while the database is down. */
  maintenance: () => Maintenance | undefined
  /** Returns the host of a promoter's storefront: the canonical one, or else the first. */
  hostOf: (promoterId: string) => string | undefined
  close: () => void
}

/** Settings of the main site until they are read from the database. */
const UNREAD: MainSite = { settings: DEFAULT_MAIN_SITE_SETTINGS, legal: [] }

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

/** Starts loading the hosts at once, and retries until it succeeds. Requests are served meanwhile. */
export function createSiteIndex(parts: { db: Db; mainHosts: readonly string[]; log: Logger }): SiteIndex {
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
    // Loads run one after the other, so that a slow load can't overwrite the result of a later one.
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
      if (main.has(host)) return { kind: 'main', host, ...(shelf?.main ?? UNREAD) }
      return shelf?.sites.get(host) ?? { kind: 'unknown', host, settings: FALLBACK_SITE_SETTINGS, legal: [] }
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
    maintenance: () => shelf?.maintenance,
    hostOf: (promoterId) => shelf?.hostOf(promoterId),
    close: () => closed.abort(),
  }
}

interface Shelf {
  sites: ReadonlyMap<string, Site>
  main: MainSite
  maintenance: Maintenance | undefined
  hostOf: (promoterId: string) => string | undefined
  replace: (promoterId: string, rows: readonly HostRow[]) => void
}

/** Hosts per query. Small, so that requests in between aren't delayed. */
const BATCH = 2000

async function readAll(db: Db): Promise<Shelf> {
  const [legal, { isSinglePromoter }, own, maintenance] = await Promise.all([
    listLegalKinds(db, null),
    findPlatformSettings(db),
    findMainSite(db),
    findMaintenance(db),
  ])
  const { contactEmail, ...brand } = own.settings
  const settings = { ...brand, customCss: '' }
  const main = { settings, contactEmail, legal, isSinglePromoter }
  const shelf = createShelf(main, maintenance)
  for (let after = ''; ;) {
    const rows = await readHosts(db, { after, most: BATCH })
    shelf.add(rows)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return shelf
    after = last.host
  }
}

function createShelf(
  main: MainSite,
  maintenance: Maintenance | undefined,
): Shelf & { add: (rows: readonly HostRow[]) => void } {
  const sites = new Map<string, Site>()
  const promoters = new Map<string, Promoter>()
  const add = (rows: readonly HostRow[]): void => {
    for (const row of rows) {
      const known = promoters.get(row.promoterId)
      // The array is created with its first host, because pushing into an empty array reserves room for 17, and most
      // promoters have one host.
      const promoter = known ?? { settings: row.settings, legal: row.legal, hosts: [row.host] }
      if (known) known.hosts.push(row.host)
      else promoters.set(row.promoterId, promoter)
      const { host, promoterId, canonicalHost, isAlias, closed, sellsVouchers } = row
      // A promoter's hosts share one settings object, which saves memory and computes derived values only once.
      const { settings, legal } = promoter
      const site = { kind: 'storefront', host, promoterId, settings, legal, canonicalHost, isAlias } as const
      sites.set(host, { ...site, ...(closed && { closed }), ...(sellsVouchers && { sellsVouchers }) })
    }
  }
  return {
    sites,
    main,
    maintenance,
    add,
    hostOf: (promoterId) => {
      const first = promoters.get(promoterId)?.hosts[0]
      const site = first === undefined ? undefined : sites.get(first)
      return (site?.kind === 'storefront' ? site.canonicalHost : undefined) ?? first
    },
    replace: (promoterId, rows) => {
      for (const host of promoters.get(promoterId)?.hosts ?? []) {
        const site = sites.get(host)
        // The host may belong to another promoter in the meantime.
        if (site?.kind === 'storefront' && site.promoterId === promoterId) sites.delete(host)
      }
      promoters.delete(promoterId)
      add(rows)
    },
  }
}

type MainSite = Omit<Extract<Site, { kind: 'main' }>, 'kind' | 'host'>

interface Promoter {
  settings: SiteSettings
  legal: readonly LegalKind[]
  hosts: string[]
}
