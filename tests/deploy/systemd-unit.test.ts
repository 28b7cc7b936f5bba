import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const unit = readFileSync('deploy/foyer@.service', 'utf8').replaceAll('/srv/foyer', process.cwd())

test('the unit starts files that an install has', () => {
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  expect(command).toHaveLength(2)
  expect(command.filter((path) => !existsSync(path))).toEqual([])
})

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts the unit', ({ skip }) => {
  skip(!isInstalled, 'systemd-analyze is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-unit-'))
  try {
    const path = join(folder, 'foyer@.service')
    writeFileSync(path, unit)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
