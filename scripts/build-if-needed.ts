import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist/.built-from')

/** Source files of the build. */
const SOURCES = [
  'src/**/*.*',
  'public/**/*.*',
  'astro.config.mjs',
  'scripts/*.ts',
  'package-lock.json',
  'tsconfig.json',
]

/** The message has no stack to print: Astro has printed the errors. */
export class BuildFailed extends Error {
  override name = 'BuildFailed'
}

/** Builds if dist/ is not up to date with the sources. Throws `BuildFailed`. */
function buildIfNeeded(): void {
  const mark = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === mark) return
  process.stdout.write('Building the pages …\n')
  // An interrupted build leaves an incomplete dist/.
  rmSync(STAMP, { force: true })
  runAstro(['build', '--silent'])
  writeFileSync(STAMP, mark)
}

/** Runs Astro with this process' Node: outside npm's scripts, PATH has neither. Throws `BuildFailed`; Astro prints its errors itself. */
export function runAstro(args: string[]): void {
  const astro = join(dirname(fileURLToPath(import.meta.resolve('astro/package.json'))), 'bin/astro.mjs')
  const { status, signal, error } = spawnSync(process.execPath, [astro, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status === 0) return
  const reason = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`)
  throw new BuildFailed(`The pages could not be built: \`astro ${args.join(' ')}\`, ${reason}.`)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** Like `buildIfNeeded`; prints a failed build and exits. */
export function buildOrExit(): void {
  try {
    buildIfNeeded()
  } catch (error) {
    console.error(error instanceof BuildFailed ? error.message : error)
    process.exit(1)
  }
}

if (import.meta.main) buildOrExit()
