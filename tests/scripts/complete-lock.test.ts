import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completePackages, type LockedPackages } from '../../scripts/complete-lock.ts'

const tool = {
  version: '1.2.3',
  dev: true,
  optionalDependencies: { '@tool/linux-arm64-musl': '^1.2.3', '@tool/windows-x64': '1.2.3' },
} as const

test('a missing binary is added for its platform only', () => {
  expect(completePackages({ 'node_modules/tool': tool })).toEqual({
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      cpu: ['arm64'],
      libc: ['musl'],
      dev: true,
      optional: true,
      os: ['linux'],
    },
    'node_modules/@tool/windows-x64': {
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
    'node_modules/tool': tool,
  })
})

test('an existing binary stays unchanged, without the registry’s URL', () => {
  const locked: LockedPackages = {
    'node_modules/@tool/windows-x64': {
      version: '1.2.3',
      optional: true,
      resolved: 'https://registry.example/x.tgz',
    },
    'node_modules/tool': tool,
    'node_modules/tool/node_modules/@tool/linux-arm64-musl': { version: '1.2.3', optional: true },
  }
  expect(completePackages(locked)).toEqual({
    ...locked,
    'node_modules/@tool/windows-x64': { version: '1.2.3', optional: true },
  })
})

test('package-lock.json is complete for `npm ci`; `npm run lock` completes it', () => {
  const lock: { packages: LockedPackages } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  )
  expect(completePackages(lock.packages)).toEqual(lock.packages)
})
