import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { markdownComplexityError } from '#model/markdown-bounds.ts'
import type { Context } from '../context.ts'
import { listLinkHosts } from './trust-rows.ts'

export interface LinkedWords {
  /** Markdown in which links to other hosts are text. */
  body: string
  /** Hosts that were linked to, each once. */
  removed: readonly string[]
}

interface Cut {
  from: number
  to: number
  text: string
  host: string
}

/** A promoter's words as they may be sent: links lead to its own verified hosts until an operator trusts it. */
export async function withOwnLinks(
  { db }: Pick<Context, 'db'>,
  { promoterId, body }: { promoterId: string; body: string },
): Promise<LinkedWords> {
  if (!/:|www\./i.test(body)) return { body, removed: [] }
  const hosts = await listLinkHosts(db, promoterId)
  return hosts ? withoutForeignLinks(body, hosts) : { body, removed: [] }
}

/** Links to other hosts become their text; addresses that mail programs would link by themselves are left out. */
export function withoutForeignLinks(body: string, hosts: ReadonlySet<string>): LinkedWords {
  const isReadable = markdownComplexityError(body) === undefined
  const cuts = isReadable ? cutsIn(fromMarkdown(body), body, hosts) : bareCuts(body, 0, hosts)
  const kept = cuts
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, cut) => text.slice(0, cut.from) + cut.text + text.slice(cut.to), body)
  return { body: kept, removed: [...new Set(cuts.map((cut) => cut.host))] }
}

function cutsIn(node: Nodes, body: string, hosts: ReadonlySet<string>): Cut[] {
  const linked = linkCut(node, hosts)
  if (linked) return [linked]
  if ('children' in node) return node.children.flatMap((child: Nodes) => cutsIn(child, body, hosts))
  const { from, to } = rangeOf(node)
  return 'value' in node ? bareCuts(body.slice(from, to), from, hosts) : []
}

function linkCut(node: Nodes, hosts: ReadonlySet<string>): Cut | undefined {
  if (!('url' in node)) return undefined
  const host = foreignHost(node.url, hosts)
  return host === undefined
    ? undefined
    : { ...rangeOf(node), host, text: node.type === 'link' ? wordsOf(node) : '' }
}

const rangeOf = ({ position }: Nodes): { from: number; to: number } => ({
  from: position?.start.offset ?? 0,
  to: position?.end.offset ?? 0,
})

/** The words of a link, unless they are an address themselves. */
function wordsOf(node: Nodes): string {
  const words = textOf(node)
  return words.search(BARE) >= 0 ? REMOVED : words.replaceAll(/[[\]()<>*_`\\]/g, '')
}

const textOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

const REMOVED = '(link removed)'
const BARE = /(?:https?:\/\/|www\.)[^\s<>"()[\]]+/gi

const bareCuts = (text: string, offset: number, hosts: ReadonlySet<string>): Cut[] =>
  [...text.matchAll(BARE)].flatMap((match) => {
    const host = foreignHost(match[0], hosts)
    const from = offset + match.index
    return host === undefined ? [] : [{ from, to: from + match[0].length, host, text: REMOVED }]
  })

/** Undefined for a promoter's own hosts, mailto: and placeholders. */
function foreignHost(url: string, hosts: ReadonlySet<string>): string | undefined {
  const address = /^www\./i.test(url) ? `https://${url}` : url
  if (!/^https?:/i.test(address)) return undefined
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return hosts.has(host) ? undefined : host
}
