import { readFileSync } from 'node:fs'

export const APP_VERSION: string = (() => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return version
})()
