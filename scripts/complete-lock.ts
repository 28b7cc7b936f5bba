import { readFileSync, writeFileSync } from 'node:fs'

interface Entry {
  version?: string
  optional?: true
  dev?: true
  os?: string[]
  cpu?: string[]
  libc?: string[]
  resolved?: string
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Readonly<Record<string, Entry>>

const SYSTEMS = 'android darwin linux win32 freebsd openbsd netbsd sunos aix openharmony'.split(' ')
const PROCESSORS: Readonly<Record<string, string>> = {
  x64: 'x64',
  arm64: 'arm64',
  ia32: 'ia32',
  armv7: 'arm',
  'arm-gnueabihf': 'arm',
  'arm-musleabihf': 'arm',
  arm: 'arm',
  riscv64: 'riscv64',
  ppc64le: 'ppc64',
  ppc64: 'ppc64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

/**
 * Adds optional binaries of other platforms that the registry in use doesn't have: npm omits them from the lock file,
 * and `npm ci` then fails on those platforms. Each entry has its platform, so npm installs it only there. Removes the
 * registry's URLs.
 */
export function completePackages(given: LockedPackages): LockedPackages {
  const packages: Record<string, Entry> = {}
  for (const [path, { resolved: _, ...entry }] of Object.entries(given)) packages[path] = entry
  for (const [path, entry] of Object.entries(given)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isPresent(packages, path, name)) packages[`node_modules/${name}`] = absent(name, range, entry)
    }
  }
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** True if `name` resolves from `path` by Node's folder lookup. */
function isPresent(packages: LockedPackages, path: string, name: string): boolean {
  for (let from = path; from; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from}/node_modules/${name}`]) return true
  }
  return packages[`node_modules/${name}`] !== undefined
}

function absent(name: string, range: string, parent: Entry): Entry {
  const tail = name.split('/').at(-1) ?? name
  const system = tail.includes('windows') ? 'win32' : SYSTEMS.find((each) => tail.includes(each))
  const processor = Object.keys(PROCESSORS).find((each) => new RegExp(`(^|[-_])${each}($|[-_])`).test(tail))
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(processor ? { cpu: [PROCESSORS[processor] ?? processor] } : {}),
    ...(tail.includes('-musl') ? { libc: ['musl'] } : {}),
    ...(tail.includes('-gnu') ? { libc: ['glibc'] } : {}),
    ...(parent.dev ? { dev: true as const } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  }
}

/** `npm run lock`: run after adding a dependency. */
if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url)
  const lock: { packages: LockedPackages } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: completePackages(lock.packages) }, null, 2)}\n`)
}
