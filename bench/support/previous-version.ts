import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeHome } from './bench.ts'

/** An earlier version of Foyer in a folder of its own, installed and built like a release. */
export interface PreviousVersion {
  /** Its tag or abbreviated commit. */
  name: string
  root: string
  /** Imports one of its modules, whose imports are that version's too. */
  load: <Module>(path: `${string}.ts`) => Promise<Module>
  remove: () => void
}

const MIGRATIONS = 'src/server/platform/db/migrations'

/** `from` is a tag or commit; without it, the release before this one, or the version before the last migration. */
export function openPreviousVersion(from: string | undefined): PreviousVersion {
  const name = from ?? previousRelease() ?? beforeMigration()
  const home = makeHome()
  const root = join(home, 'foyer')
  const remove = (): void => rmSync(home, { recursive: true, force: true })
  try {
    mkdirSync(root)
    const archive = join(home, 'foyer.tar')
    git('archive', '--output', archive, name)
    execFileSync('tar', ['-xf', archive, '-C', root])
    install(root)
  } catch (error) {
    remove()
    throw error
  }
  return { name, root, load: (path) => import(pathToFileURL(join(root, path)).href), remove }
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

function previousRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  } catch {
    return undefined
  }
}

function beforeMigration(): string {
  const migrated = git('log', '--first-parent', '-1', '--format=%H', 'HEAD', '--', MIGRATIONS)
  return git('rev-parse', '--short', `${migrated}^1`)
}

/** With the packages of that version's lock file. */
function install(root: string): void {
  const options: ExecFileSyncOptions = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--loglevel=error'], options)
  execFileSync(process.execPath, ['scripts/build-if-needed.ts'], options)
}
