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

/** Shortest time that a start without the database takes, in seconds. */
const FASTEST_START = 0.3

test('systemd keeps starting Foyer until the database is there', () => {
  const secondsOf = (name: string, otherwise: number): number =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1] ?? otherwise)
  // systemd's defaults: five starts in ten seconds.
  const [interval, burst] = [secondsOf('StartLimitIntervalSec', 10), secondsOf('StartLimitBurst', 5)]
  const isLimited = interval > 0 && burst * (secondsOf('RestartSec', 0.1) + FASTEST_START) < interval
  expect([/^Restart=(.+)$/m.exec(unit)?.[1], isLimited]).toEqual(['always', false])
})

test('the command for operators runs with the unit’s user and settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-command-'))
  try {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    const args = ['restore', '--at', '2026-11-27 18:00:05']
    const { stdout } = spawnSync(join(process.cwd(), 'deploy', 'foyer-command'), args, {
      encoding: 'utf8',
      env,
    })
    const given = stdout.trim().split('\n')
    const valueOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? ''
    const settings = valueOf('Environment').replace('%i', '4321').split(' ')
    expect(given).toEqual(
      expect.arrayContaining([
        ...settings.map((setting) => `--setenv=${setting}`),
        `--uid=${valueOf('User')}`,
        `--property=EnvironmentFile=${valueOf('EnvironmentFile')}`,
        `--property=UMask=${valueOf('UMask')}`,
      ]),
    )
    expect(given.slice(-4)).toEqual(['/srv/foyer/bin/foyer', ...args])
    expect(existsSync('bin/foyer')).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
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
