import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Builds if dist/ is not up to date with the sources. Throws if the build fails. */
export function buildIfNeeded(): void {
  const mark = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === mark) return
  process.stdout.write('Building the pages …\n')
  // An interrupted build leaves an incomplete dist/.
  rmSync(STAMP, { force: true })
  const built = spawnSync('astro', ['build', '--silent'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (built.status !== 0) throw new Error('The build failed.')
  writeFileSync(STAMP, mark)
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

if (import.meta.main) buildIfNeeded()
