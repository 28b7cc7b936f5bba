import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findVulnerable, listLocked, type Advisory } from '../../scripts/audit-dependencies.ts'

const semver = (...events: Record<string, string>[]): Advisory => ({
  id: 'GHSA-test',
  summary: 'Breaks',
  affected: [{ package: { ecosystem: 'npm', name: 'some' }, ranges: [{ type: 'SEMVER', events }] }],
})
const found = (version: string, advisory: Advisory): boolean =>
  findVulnerable([{ name: 'some', version }], advisory).length > 0

describe('an advisory', () => {
  it.each([
    ['1.2.2', true],
    ['1.2.3', false],
    ['1.2.3-rc.1', true],
    ['2.0.0', true],
    ['2.5.0', false],
    ['0.0.0', true],
  ])('with two ranges: %s is affected: %s', (version, expected) => {
    const advisory = semver(
      { introduced: '2.0.0' },
      { fixed: '2.5.0' },
      { introduced: '0' },
      { fixed: '1.2.3' },
    )
    expect(found(version, advisory)).toBe(expected)
  })

  it('may name the last affected version, and single versions', () => {
    const last = semver({ introduced: '1.0.0' }, { last_affected: '1.4.0' })
    expect([found('1.4.0', last), found('1.4.1', last), found('0.9.0', last)]).toEqual([true, false, false])
    const single = {
      id: 'x',
      affected: [{ package: { ecosystem: 'npm', name: 'some' }, versions: ['3.0.0'] }],
    }
    expect([found('3.0.0', single), found('3.0.1', single)]).toEqual([true, false])
  })

  it('ignores other packages, other ecosystems and withdrawn advisories', () => {
    const advisory = semver({ introduced: '0' })
    expect(findVulnerable([{ name: 'another', version: '1.0.0' }], advisory)).toEqual([])
    expect(found('1.0.0', { ...advisory, withdrawn: '2026-01-01T00:00:00Z' })).toBe(false)
    const elsewhere = {
      id: 'x',
      affected: [{ package: { ecosystem: 'PyPI', name: 'some' }, versions: ['1.0.0'] }],
    }
    expect(found('1.0.0', elsewhere)).toBe(false)
  })
})

describe('npm run audit', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-advisories-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/audit-dependencies.ts', ...args], { encoding: 'utf8' })

  it('finds affected packages of the lock file, shipped or not', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const { version } = packages['node_modules/kysely']
    mkdirSync(join(folder, 'deep'))
    const affected = [{ package: { ecosystem: 'npm', name: 'kysely' }, versions: [version] }]
    writeFileSync(
      join(folder, 'deep', 'one.json'),
      JSON.stringify({ id: 'GHSA-1', summary: 'Leaks', affected }),
    )
    const { status, stdout } = run(folder)
    expect(status).toBe(1)
    expect(stdout).toContain(`kysely@${version}  GHSA-1  Leaks\n`)
    writeFileSync(join(folder, 'deep', 'one.json'), JSON.stringify({ id: 'GHSA-1', affected: [] }))
    expect(run(folder)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 advisories, 0 found.'),
    })
  })

  it('reports a missing database', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Name a folder') })
    expect(run(folder).status).toBe(2)
  })

  it('reads every package of the lock file', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const names = new Set(listLocked(lock).map(({ name }) => name))
    for (const name of ['astro', 'react', '@nanostores/react', 'vitest']) expect(names).toContain(name)
    const shipped = new Set(listLocked(lock, { shipped: true }).map(({ name }) => name))
    expect([shipped.has('astro'), shipped.has('vitest')]).toEqual([true, false])
  })
})
