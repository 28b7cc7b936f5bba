import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds to package-lock.json the optional binaries of other platforms that the registry in use does not carry: without
 * them `npm ci` refuses the lock everywhere. Each entry says its platform, so npm fetches it nowhere else.
 */
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

const SYSTEMS = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
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

const file = new URL('../package-lock.json', import.meta.url)
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

for (const [path, entry] of Object.entries({ ...packages })) {
  delete entry.resolved
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isPresent(path, name)) packages[`node_modules/${name}`] = absent(name, range, entry)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Whether `name` is found from `path`, looking up the folders as Node does. */
function isPresent(path: string, name: string): boolean {
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
    ...(tail.endsWith('-musl') ? { libc: ['musl'] } : {}),
    ...(tail.endsWith('-gnu') ? { libc: ['glibc'] } : {}),
    ...(parent.dev ? { dev: true as const } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  }
}
