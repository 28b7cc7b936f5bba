import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import type { Context } from '#server/context.ts'
import { listLinkHosts } from '#server/platform/outbox/trust-rows.ts'

export interface CleanedMarkdown {
  body: string
  removed: readonly string[]
}

interface Cut {
  from: number
  to: number
  text: string
  host: string
}

/**
 * Removes links from a promoter's text, except links to the promoter's own verified hosts. Keeps all links if an operator
 * trusts the promoter.
 */
export async function removeForeignLinksOf(
  { db }: Pick<Context, 'db'>,
  { promoterId, body }: { promoterId: string; body: string },
): Promise<CleanedMarkdown> {
  const hosts = await listLinkHosts(db, promoterId)
  return hosts ? withoutForeignLinks(body, hosts) : { body, removed: [] }
}

/** Maximum number of passes. Removing text can create new Markdown, so the result is parsed again until nothing is removed. */
const MAX_PASSES = 5

/** Replaces links to other hosts with their text, and removes addresses that mail programs would turn into links. */
export function withoutForeignLinks(body: string, hosts: ReadonlySet<string>): CleanedMarkdown {
  const removed = new Set<string>()
  let kept = body
  for (let readings = 0; readings < MAX_PASSES; readings += 1) {
    const found = cutOnce(kept, hosts)
    if (found.removed.length === 0) return { body: kept, removed: [...removed] }
    for (const host of found.removed) removed.add(host)
    kept = found.body
  }
  return { body: escaped(withoutForeignAddresses(kept, hosts)), removed: [...removed] }
}

function cutOnce(body: string, hosts: ReadonlySet<string>): { body: string; removed: readonly string[] } {
  const isReadable = markdownComplexityError(body) === undefined
  const found = isReadable ? applyCuts(body, cutsIn(fromMarkdown(body), body, hosts)) : { body, removed: [] }
  // The plain-text part of an email contains the Markdown itself, so parts that aren't visible in HTML, such as link titles,
  // are filtered too.
  const rest = applyCuts(found.body, bareCuts(found.body, 0, hosts))
  return { body: rest.body, removed: [...found.removed, ...rest.removed] }
}

export const withoutForeignAddresses = (text: string, hosts: ReadonlySet<string>): string =>
  applyCuts(text, bareCuts(text, 0, hosts)).body

function applyCuts(body: string, cuts: readonly Cut[]): { body: string; removed: string[] } {
  const kept = cuts
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, cut) => text.slice(0, cut.from) + cut.text + text.slice(cut.to), body)
  return { body: kept, removed: cuts.map((cut) => cut.host) }
}

function cutsIn(node: Nodes, body: string, hosts: ReadonlySet<string>): Cut[] {
  const linked = linkCut(node, hosts)
  if (linked) return [linked]
  if (node.type === 'text') return textCut(node, hosts)
  if (node.type === 'image' || node.type === 'imageReference') return textCut(node, hosts)
  if ('children' in node) {
    const isSplit = (node.type === 'paragraph' || node.type === 'heading') && splitsAddress(node, hosts)
    return isSplit
      ? textCut(node, hosts)
      : node.children.flatMap((child: Nodes) => cutsIn(child, body, hosts))
  }
  const { from, to } = rangeOf(node)
  return 'value' in node ? bareCuts(body.slice(from, to), from, hosts) : []
}

/** True if markup splits an address that is complete in the rendered text: `http**s://evil.example**`. */
function splitsAddress(node: Nodes, hosts: ReadonlySet<string>): boolean {
  const count = (text: string): number => bareCuts(text, 0, hosts).length
  const leaves = (each: Nodes): string[] =>
    'children' in each ? each.children.flatMap(leaves) : [textOf(each)]
  return count(textOf(node)) > leaves(node).reduce((sum, text) => sum + count(text), 0)
}

/** Replaces text that contains an address. Checks the rendered text, in which character references and escapes are resolved. */
function textCut(node: Nodes, hosts: ReadonlySet<string>): Cut[] {
  const read = textOf(node)
  const cuts = bareCuts(read, 0, hosts)
  const [first] = cuts
  return first ? [{ ...rangeOf(node), host: first.host, text: escaped(applyCuts(read, cuts).body) }] : []
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>&#]/g, String.raw`\$&`)

function linkCut(node: Nodes, hosts: ReadonlySet<string>): Cut | undefined {
  if (!('url' in node)) return undefined
  const host = foreignHost(node.url, hosts)
  return host === undefined
    ? undefined
    : { ...rangeOf(node), host, text: node.type === 'link' ? visibleText(node) : '' }
}

const rangeOf = ({ position }: Nodes): { from: number; to: number } => ({
  from: position?.start.offset ?? 0,
  to: position?.end.offset ?? 0,
})

function visibleText(node: Nodes): string {
  const words = textOf(node)
  return words.search(BARE) >= 0 ? REMOVED : words.replaceAll(/[[\]()<>*_`\\&]/g, '')
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const REMOVED = '(link removed)'
const BARE = /(?:[a-z]{2,20}:[/\\]{2}|www\.)[^\s<>"()[\]`]+/gi

const bareCuts = (text: string, offset: number, hosts: ReadonlySet<string>): Cut[] =>
  [...text.matchAll(BARE)].flatMap((match) => {
    // Markdown and punctuation at the end aren't part of an address.
    const host = foreignHost(match[0].replace(/[*_~`.,;:!?]{1,9}$/, ''), hosts)
    const from = offset + match.index
    return host === undefined ? [] : [{ from, to: from + match[0].length, host, text: REMOVED }]
  })

/**
 * Returns the host of a URL if it isn't the promoter's. Undefined for the promoter's own hosts, for `mailto:` without
 * parameters and for placeholders.
 */
function foreignHost(url: string, hosts: ReadonlySet<string>): string | undefined {
  if (
    /^\{\{\s*[\w.]+\s*\}\}$/.test(
      url.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}').replaceAll('%20', ' '),
    )
  )
    return undefined
  const address = addressOf(url)
  if (!address) return url
  const { protocol, hostname, search, hash } = address
  if (protocol === 'mailto:') return search || hash ? url : undefined
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && hosts.has(hostname) ? undefined : hostname || url
}

/** Parses a URL like mail programs, which add a missing scheme: `//evil.example`, `evil.example/x`. */
function addressOf(url: string): URL | undefined {
  if (URL.canParse(url)) return new URL(url)
  const completed = /^[/\\]{2}/.test(url) ? `https:${url}` : `https://${url}`
  return URL.canParse(completed) ? new URL(completed) : undefined
}
