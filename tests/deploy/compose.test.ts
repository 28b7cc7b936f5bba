import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '#server/platform/settings.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

function namesForNodes(): string[] {
  const [, block = ''] = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(compose) ?? []
  return [...block.matchAll(/^ {4}([A-Z][A-Z\d_]*):/gm)].flatMap(([, name]) => name ?? [])
}

test('every setting reaches the containers, except those of the embedded database', () => {
  const needed = Object.keys(SETTINGS).filter((name) => !/^(?:FOYER_DATA_DIR$|BACKUP_)/.test(name))
  expect(namesForNodes().toSorted()).toEqual(needed.toSorted())
})

test('no variable has to be set', () => {
  expect(compose.match(/\$\{\w+:?\?[^}]*\}/g) ?? []).toEqual([])
})

test('the proxy’s address is outside the range that other containers get addresses from', () => {
  const [, address] = /ipv4_address: (\S+)/.exec(compose) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${address}\n`)
  const [, start = '', bits] = /ip_range: ([\d.]+)\/(\d+)/.exec(compose) ?? []
  expect(bits).toBe('25')
  const lastByte = (text = ''): number => Number(text.split('.')[3])
  expect(lastByte(address)).toBeLessThan(lastByte(start))
})

test('the image runs what `npm start` runs, as a user without privileges', () => {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.start).toMatch(/node scripts\/start\.ts$/)
  const [, final = ''] = dockerfile.split('FROM debian:')
  expect(final).toContain('CMD ["node", "scripts/start.ts"]')
  expect(final).toMatch(/^USER foyer$/m)
  expect(final).toContain('libatomic1')
})
