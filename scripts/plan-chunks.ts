import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { importsOf, importsOfScripts } from './import-graph.ts'

export interface ChunkPlan {
  /** Chunk of each file that runs in a browser, by path. Chunks are in the order in which visitors need them. */
  chunkOf: ReadonlyMap<string, string>
  /** Chunks that only dynamic imports load. */
  onDemand: ReadonlySet<string>
}

/** Its script runs on every storefront page. */
const STOREFRONT = 'src/layouts/Storefront.astro'

const ELEMENTS = 'src/elements/**/*.ts'
const ISLANDS = {
  account: 'src/islands/account/**/*.{ts,tsx}',
  checkout: 'src/islands/checkout/**/*.{ts,tsx}',
  portal: 'src/islands/portal/{*,earnings/*,links/*}.{ts,tsx}',
  door: 'src/islands/portal/door/*.{ts,tsx}',
  console: 'src/islands/console/**/*.{ts,tsx}',
}

/**
 * Assigns each file to the first chunk that imports it, so that no chunk needs a later one:
 *
 * 1. `page`: what every storefront page runs at once;
 * 2. `shop`: what the first “add to cart” loads;
 * 3. `data`, and `cart` with React: what opening the cart's drawer loads in addition;
 * 4. stores that `page` loads on demand, each alone;
 * 5. elements of pages that belong to no area, then what the others import; each of those is part of its page's script, so that no page
 *    loads the elements of another;
 * 6. `late`: stores that the cart loads on demand;
 * 7. islands, area by area.
 */
export function planChunks(): ChunkPlan {
  const chunkOf = new Map<string, string>()
  const add = (chunk: string | ((path: string) => string), files: readonly string[]): string[] =>
    addFiles(chunkOf, typeof chunk === 'string' ? () => chunk : chunk, files)
  const onDemand = new Set<string>()
  const addStores = (chunk: string, stores: readonly string[]): void => {
    onDemand.add(chunk)
    add(chunk, stores)
  }
  const addScreens = (screens: Readonly<Record<string, string>>): void => {
    for (const [chunk, files] of Object.entries(screens)) add(chunk, globSync(files).toSorted())
  }

  const script = importsOfScripts(STOREFRONT).filter((each) => !each.isType)
  const scriptPaths = (isDynamic: boolean): string[] =>
    script.filter((each) => each.isDynamic === isDynamic).map(({ path }) => path)
  const byPage = [...scriptPaths(true), ...add('page', scriptPaths(false))]
  const screens = byPage.filter(isScreen)
  const onAdding = add(
    'shop',
    screens.filter((path) => !isReact(path)),
  )
  const onOpening = addDrawer(chunkOf, screens.filter(isReact))
  for (const store of byPage.filter(isStore)) addStores(basename(store, '.ts'), [store])
  addScreens({ platform: 'src/elements/platform/*.ts' })
  add('elements', importsOfElements(chunkOf))
  addStores('late', [...onAdding, ...onOpening].filter(isStore))
  addScreens(ISLANDS)
  return { chunkOf, onDemand }
}

const isScreen = (path: string): boolean => /^src\/(elements|islands)\//.test(path)
const isReact = (path: string): boolean => /^src\/(islands|ui)\//.test(path)
const isStore = (path: string): boolean => path.startsWith('src/stores/')

const importsOfElements = (chunkOf: ReadonlyMap<string, string>): string[] =>
  globSync(ELEMENTS)
    .toSorted()
    .filter((path) => !chunkOf.has(path))
    .flatMap((path) => importsOf(path))
    .filter((each) => !each.isType && !each.isDynamic)
    .map(({ path }) => path)

/** Adds the files of React screens to `cart`, and what they import without React before them, to `data`. Returns dynamic imports. */
function addDrawer(chunkOf: Map<string, string>, screens: readonly string[]): string[] {
  const all = new Map(chunkOf)
  const dynamic = addFiles(all, (path) => (isReact(path) ? 'cart' : 'data'), screens)
  for (const chunk of ['data', 'cart'])
    for (const [path, name] of all) if (name === chunk) chunkOf.set(path, chunk)
  return dynamic
}

/** Adds files and their static imports, unless they are in a chunk. Returns the files that they import dynamically. */
function addFiles(
  chunkOf: Map<string, string>,
  chunkFor: (path: string) => string,
  files: readonly string[],
): string[] {
  const dynamic: string[] = []
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (chunkOf.has(file)) continue
    chunkOf.set(file, chunkFor(file))
    for (const each of importsOf(file)) if (!each.isType) (each.isDynamic ? dynamic : waiting).push(each.path)
  }
  return dynamic
}
