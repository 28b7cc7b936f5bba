import type { List, Nodes, Parent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'

/**
 * Converts Markdown to the text part of an email, without markup and with the URLs of links. Text that is too complex stays
 * unchanged.
 */
export const markdownToText = (markdown: string): string =>
  markdownComplexityError(markdown) ? markdown : blocksText(fromMarkdown(markdown))

const blocksText = ({ children }: Parent, between = '\n\n'): string =>
  children.map(textOf).filter(Boolean).join(between)

const inlineText = ({ children }: Parent): string => children.map(textOf).join('')

function textOf(node: Nodes): string {
  if (node.type === 'thematicBreak') return '----'
  if (node.type === 'blockquote') return indent(blocksText(node), '> ', '> ')
  if (node.type === 'list') return listText(node)
  if (node.type === 'link') return linkText(inlineText(node), node.url)
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'break') return '\n'
  return 'children' in node ? inlineText(node) : valueOf(node)
}

const valueOf = (node: Nodes): string => ('value' in node ? node.value : '')

const listText = ({ children, ordered, start, spread }: List): string =>
  children
    .map((item, at) => {
      const mark = ordered ? `${(start ?? 1) + at}. ` : '* '
      return indent(blocksText(item, item.spread ? '\n\n' : '\n'), mark, ' '.repeat(mark.length))
    })
    .join(spread ? '\n\n' : '\n')

const linkText = (label: string, url: string): string =>
  label === '' || label === url || `mailto:${label}` === url ? label || url : `${label} (${url})`

/** Indents the first line with `first`, and the other lines that aren't empty with `rest`. */
const indent = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line && rest + line))
    .join('\n')
