import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  checksumsOf,
  findImageBuilder,
  packSource,
  releaseNotes,
  sbomOf,
} from '../../scripts/release-parts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-release-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

test('the newest section of CHANGELOG.md is package.json’s version, with a date and notes', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  expect(/^## (\S+) \(/m.exec(changelog)?.[1]).toBe(version)
  expect(releaseNotes(changelog, version)).toMatch(/\w/)
})

test('release notes are the section of one version', () => {
  const changelog = '# Changelog\n\n## 1.10.0 (2026-12-01)\n\n- Ten\n\n## 1.1.0 (2026-11-01)\n\n- One\n'
  expect(releaseNotes(changelog, '1.1.0')).toBe('- One\n')
  expect(releaseNotes(changelog, '1.10.0')).toBe('- Ten\n')
  for (const [missing, text] of [
    ['1.2.0', changelog],
    ['1.1.0', '## 1.1.0 (unreleased)\n\n- One\n'],
    ['1.1.0', '## 1.1.0 (2026-11-01)\n\n'],
  ] as const)
    expect(releaseNotes(text, missing)).toBeUndefined()
})

function makeRepository(): string {
  const root = join(folder, 'repository')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    })
  git('init')
  writeFileSync(join(root, 'kept.txt'), 'kept')
  git('add', 'kept.txt')
  git('commit', '--message', 'First')
  writeFileSync(join(root, 'not-committed.txt'), 'secret')
  writeFileSync(join(root, 'dist/page.mjs'), 'built')
  return root
}

test('the archive has the commit and the built pages, and nothing else; packed again, it is the same', () => {
  const root = makeRepository()
  const pack = (): Buffer => {
    packSource(root, { name: 'foyer-1.0.0', folder })
    return readFileSync(join(folder, 'foyer-1.0.0.tar.gz'))
  }
  const first = pack()
  const names = execFileSync('tar', ['-tzf', join(folder, 'foyer-1.0.0.tar.gz')], { encoding: 'utf8' })
  expect(names.split('\n').filter((name) => name && !name.endsWith('/'))).toEqual([
    'foyer-1.0.0/dist/page.mjs',
    'foyer-1.0.0/kept.txt',
  ])
  expect(pack().equals(first)).toBe(true)
})

test('sha256sum accepts the checksums, and refuses them after a change', () => {
  writeFileSync(join(folder, 'a.tar.gz'), 'a')
  writeFileSync(join(folder, 'b.md'), 'b')
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(folder))
  const check = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status
  expect(check()).toBe(0)
  writeFileSync(join(folder, 'b.md'), 'c')
  expect(check()).not.toBe(0)
})

test('the SBOM names Foyer and has the packages of the lock file with their hashes', () => {
  const sbom: {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { name: string; purl: string; hashes?: { alg: string }[] }[]
  } = JSON.parse(sbomOf(process.cwd()))
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(sbom.metadata.component).toMatchObject({ name: 'foyer', version })
  const hono = sbom.components.find(({ name }) => name === 'hono')
  expect(hono?.purl).toMatch(/^pkg:npm\/hono@\d/)
  expect(hono?.hashes).toContainEqual(expect.objectContaining({ alg: 'SHA-512' }))
})

/** A program that writes its arguments, and succeeds for all but `failing`. */
function install(name: string, failing = 'nothing'): void {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n[ "$1" != "${failing}" ]\n`)
  chmodSync(path, 0o755)
}

test('an image is built by the first program that can, and by none where none is installed', () => {
  const environment = { PATH: folder }
  expect(findImageBuilder(environment)).toBeUndefined()
  // Its command is installed, but its daemon doesn't run.
  install('docker', 'info')
  expect(findImageBuilder(environment)).toBeUndefined()
  install('podman')
  const builder = findImageBuilder(environment)
  expect(builder?.name).toBe('podman')
  writeFileSync(join(folder, 'calls'), '')
  builder?.build(folder, { version: '1.0.0', file: '/tmp/image.tar' })
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
    'podman build --file deploy/Dockerfile --format docker --tag foyer:1.0.0 .\n' +
      'podman save --format docker-archive --output /tmp/image.tar foyer:1.0.0\n',
  )
  install('podman', 'build')
  expect(() => builder?.build(folder, { version: '1.0.0', file: '/tmp/image.tar' })).toThrow(
    'The image could not be made: `podman build --file deploy/Dockerfile --format docker --tag foyer:1.0.0 .` failed.',
  )
})
