import { expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'
import { dropDescriptions } from '../../scripts/drop-descriptions.ts'

const parse = await vitesParser()
const drop = (code: string): string => dropDescriptions(code, parse)

/** Only the context of a plugin has it. */
async function vitesParser(): Promise<(code: string) => object> {
  const { promise, resolve } = Promise.withResolvers<(code: string) => object>()
  const plugin = {
    name: 'parser',
    buildStart(this: { parse: (code: string) => object }) {
      resolve(this.parse)
    },
  }
  const vite = await createViteServer({
    configFile: false,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [plugin],
  })
  await vite.environments.ssr.pluginContainer.buildStart()
  await vite.close()
  return promise
}

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '')

test('the description of a contract is removed, wherever it stands', () => {
  const first = `export const a = endpoint({ description: 'Lists “all”.', method: 'GET', path: '/a' })`
  expect(withoutSpaces(drop(first))).toBe(`exportconsta=endpoint({method:'GET',path:'/a'})`)
  const last = `export const a = endpoint({ method: 'GET', description: 'One' +\n 'two.' /* , } */, })`
  expect(withoutSpaces(drop(last))).toBe(`exportconsta=endpoint({method:'GET',})`)
  const only = `const of = (name) => ({ nested: endpoint({ description: TEXTS[name] }) })`
  expect(withoutSpaces(drop(only))).toBe(`constof=(name)=>({nested:endpoint({})})`)
})

test('several contracts, with every position as before', () => {
  const code = ['a', 'b', 'c']
    .map((name) => `const ${name} = endpoint({\n  description: 'Über ${name} 🎟',\n  path: '/${name}' })\n`)
    .join('')
  const dropped = drop(code)
  expect(dropped).not.toContain('Über')
  expect(dropped).toHaveLength(code.length)
  for (const text of ['const c', "path: '/b'"]) expect(dropped.indexOf(text)).toBe(code.indexOf(text))
})

test('other descriptions stay: fields of a schema, other calls, texts', () => {
  const code = `
    const settings = z.object({ description: z.string() })
    const put = endpoint({ path: '/a', body: z.object({ description: z.string() }) })
    const spread = endpoint({ ...settings, path: 'description: "x"' })
    const other = operation({ description: 'Other.' })
    const given = endpoint(settings)`
  expect(drop(code)).toBe(code)
})
