import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

it('each locked package with an install script is allowed or denied, on every platform, so that npm warns of none', () => {
  const locked: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages
  const withScript = Object.entries(locked).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true && path !== '' ? [path.replace(/^.*node_modules\//, '')] : [],
  )
  expect(Object.keys(read('package.json').allowScripts).toSorted()).toEqual(withScript.toSorted())
})
