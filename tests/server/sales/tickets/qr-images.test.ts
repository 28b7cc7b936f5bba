import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { generate } from 'lean-qr'
import { expect, test } from 'vitest'
import { qrImageUrl } from '#server/sales/tickets/qr-images.ts'

const newToken = (): string => randomBytes(120).toString('base64url')

test('a picture shows every module of the code, in less than 12 KB', async () => {
  const token = newToken()
  const picture = await qrImageUrl(token)
  expect(picture.length).toBeLessThan(12_000)
  const code = generate(token)
  const dark = new Set<string>()
  for (const [, x, y, length] of decodeURIComponent(picture).matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let step = 0; step < Number(length); step += 1) dark.add(`${Number(x) + step} ${y}`)
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) expect(dark.has(`${x} ${y}`)).toBe(code.get(x, y))
})

test('200 concurrent pictures yield to other work: no turn takes more than 100 ms of CPU', async () => {
  const turns: number[] = []
  let begin = process.threadCpuUsage()
  const drawing = Promise.all(Array.from({ length: 200 }, newToken).map(qrImageUrl)).then(() => 'drawn')
  while ((await Promise.race([drawing, setImmediate('turn')])) === 'turn') {
    const { user, system } = process.threadCpuUsage(begin)
    turns.push((user + system) / 1000)
    begin = process.threadCpuUsage()
  }
  expect(turns.length).toBeGreaterThan(40)
  expect(Math.max(...turns)).toBeLessThan(100)
})
