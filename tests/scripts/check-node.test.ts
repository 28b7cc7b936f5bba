import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs the check with a `node` that prints `message` and exits with `code`. */
function check(message: string, code: number) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-node-'))
  try {
    const node = join(folder, 'node')
    writeFileSync(node, `#!/bin/sh\necho '${message}' >&2\nexit ${code}\n`)
    chmodSync(node, 0o755)
    const { status, stderr } = spawnSync('sh', ['scripts/check-node.sh'], {
      env: { PATH: `${folder}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    return { status, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const LOADER =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'

test('a missing libatomic is reported with the package that has it', () => {
  const { status, stderr } = check(LOADER, 127)
  expect(status).toBe(1)
  expect(stderr).toContain('apt-get install libatomic1')
})

test('other failures of Node are shown', () => {
  expect(check('node: cannot execute binary file', 126)).toEqual({
    status: 1,
    stderr: 'Foyer’s Node doesn’t start: node: cannot execute binary file\n',
  })
})

test('a Node that starts is accepted silently', () => {
  expect(check('', 0)).toEqual({ status: 0, stderr: '' })
})
