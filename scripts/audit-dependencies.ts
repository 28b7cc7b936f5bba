import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compare } from 'semver'

export interface Locked {
  name: string
  version: string
}

/** Used fields of an advisory in the OSV format (https://ossf.github.io/osv-schema/). */
export interface Advisory {
  id: string
  summary?: string
  withdrawn?: string
  affected?: readonly Affected[]
}

interface Affected {
  package?: { ecosystem: string; name: string }
  versions?: readonly string[]
  ranges?: readonly { type: string; events: readonly RangeEvent[] }[]
}

interface RangeEvent {
  introduced?: string
  fixed?: string
  last_affected?: string
}

export interface Vulnerability extends Locked {
  id: string
  summary: string
}

interface LockFile {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>
}

/** Returns every package of a package-lock.json; `shipped` excludes development dependencies. */
export function listLocked(lock: LockFile, { shipped = false } = {}): Locked[] {
  return Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return path === '' || version === undefined || link || (shipped && dev) ? [] : [{ name, version }]
  })
}

/** Returns the packages whose version an advisory affects. */
export function findVulnerable(locked: readonly Locked[], advisory: Advisory): Vulnerability[] {
  const { id, summary = '', withdrawn, affected = [] } = advisory
  if (withdrawn !== undefined) return []
  return locked
    .filter(({ name, version }) =>
      affected.some(
        (each) =>
          each.package?.ecosystem === 'npm' && each.package.name === name && isAffected(version, each),
      ),
    )
    .map((found) => ({ ...found, id, summary }))
}

const isAffected = (version: string, { versions = [], ranges = [] }: Affected): boolean =>
  versions.includes(version) ||
  ranges.some(({ type, events }) => type === 'SEMVER' && isBetween(version, events))

/** A version is affected from `introduced` to before `fixed`; events are in order. */
function isBetween(version: string, events: readonly RangeEvent[]): boolean {
  let isIn = false
  for (const { introduced, fixed, last_affected: last } of events.toSorted(byVersion)) {
    if (introduced !== undefined && compare(version, versionOf(introduced)) >= 0) isIn = true
    if (fixed !== undefined && compare(version, versionOf(fixed)) >= 0) isIn = false
    if (last !== undefined && compare(version, versionOf(last)) > 0) isIn = false
  }
  return isIn
}

/** `0` is the first version. */
const versionOf = (version: string): string => (version === '0' ? '0.0.0-0' : version)

const byVersion = (one: RangeEvent, other: RangeEvent): number => compare(momentOf(one), momentOf(other))
const momentOf = ({ introduced, fixed, last_affected: last }: RangeEvent): string =>
  versionOf(introduced ?? fixed ?? last ?? '0')

/**
 * `npm run audit -- <folder>`: compares the lock file with a folder of OSV advisories, offline. Exits with 1 for a match, 2
 * without advisories.
 */
function main(folder: string | undefined): number {
  const files = folder === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const advisories = files.filter((file) => file.endsWith('.json'))
  if (folder === undefined || advisories.length === 0) {
    console.error(
      'Name a folder of advisories: https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip',
    )
    return 2
  }
  const lock: LockFile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const all = listLocked(lock)
  const shipped = new Set(
    listLocked(lock, { shipped: true }).map(({ name, version }) => `${name}@${version}`),
  )
  const found = advisories.flatMap((file) =>
    findVulnerable(all, JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
  for (const { name, version, id, summary } of found)
    console.log(
      `${name}@${version}  ${id}  ${summary}${shipped.has(`${name}@${version}`) ? '' : '  (development only)'}`,
    )
  console.log(`${all.length} packages, ${advisories.length} advisories, ${found.length} found.`)
  return found.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv[2])
