import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

interface Package {
  version: string
  bin: { foyer: string }
  scripts: Record<string, string>
}
const { version, bin, scripts }: Package = JSON.parse(readFileSync('package.json', 'utf8'))

test('`foyer` runs from any folder, also by the link that npm makes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bin-'))
  const link = join(folder, 'foyer')
  symlinkSync(resolve(bin.foyer), link)
  try {
    expect(execFileSync(link, ['version'], { cwd: folder, encoding: 'utf8' })).toBe(`${version}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('`foyer help` lists the commands, and an unknown one is refused', () => {
  const help = execFileSync(bin.foyer, ['help'], { encoding: 'utf8' })
  for (const name of [
    'start',
    'doctor',
    'backup',
    'restore',
    'export',
    'import',
    'migrate',
    'operator',
    'version',
  ])
    expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  expect(execFileSync(bin.foyer, { encoding: 'utf8' })).toBe(help)
  const { status, stdout, stderr } = spawnSync(bin.foyer, ['remove'], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([1, '', 'There is no command “remove”. `foyer help` lists all.\n'])
})

test('npm’s scripts for operators are commands of `foyer`', () => {
  const help = execFileSync(bin.foyer, ['help'], { encoding: 'utf8' })
  const commands = Object.values(scripts).flatMap(
    (script) => /^node src\/server\/commands\/foyer\.ts (\w+)/.exec(script)?.[1] ?? [],
  )
  expect(commands.length).toBeGreaterThan(8)
  for (const name of commands) expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})
