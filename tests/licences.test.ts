import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  license?: string
  dev?: boolean
  optional?: boolean
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)

/** Licences compatible with use in an MIT product. LGPL and MPL: libraries used unchanged. */
const ALLOWED = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Zlib CC0-1.0 Unlicense Python-2.0 OFL-1.1 MPL-2.0 LGPL-3.0-or-later'.split(
    ' ',
  ),
)

/** Licences missing in the lock file, read from the packages. */
const BY_NAME: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** Optional packages for other platforms have no metadata; they have the licence of their main package. */
function licenceOf(path: string, { license, optional }: LockedPackage): string | undefined {
  if (license) return license
  const name = nameOf(path)
  return name.startsWith('@astrojs/compiler-binding-') && optional ? 'MIT' : BY_NAME[name]
}

/** Of licences joined by OR, one has to be allowed; of those joined by AND, all. */
const isAllowed = (licence: string): boolean =>
  licence
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND |[()]/i).every((part) => part === '' || ALLOWED.has(part)))

test('all shipped packages have a compatible licence', () => {
  const refused = shipped.flatMap(([path, locked]) => {
    const licence = licenceOf(path, locked) ?? 'none'
    return isAllowed(licence) ? [] : [`${path}: ${licence}`]
  })
  expect(refused).toEqual([])
})

test('the bill of materials lists every package that is shipped on all platforms', () => {
  const bill = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })
  const { bomFormat, components }: { bomFormat: string; components: { name: string; group?: string }[] } =
    JSON.parse(bill)
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map(({ name, group }) => (group ? `${group}/${name}` : name)))
  const missing = shipped.map(([path]) => nameOf(path)).filter((name) => !listed.has(name))
  expect(missing).toEqual([])
})
