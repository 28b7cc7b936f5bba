import type { BlockContent, DefinitionContent, Heading, Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import {
  findPlaceholderErrors,
  PLACEHOLDER,
  type LetterKind,
  type LetterWords,
  type WordsError,
} from '#model/letters.ts'
import { oneLine, type Letter, type LetterPart, type Span } from './letter.ts'

/** What stands in the place of placeholders. */
export interface Filling {
  /** Plain text: neither HTML nor Markdown in it means anything. */
  values: Readonly<Record<string, string>>
  blocks: Readonly<Record<string, readonly LetterPart[]>>
}

/** Why these words can't be a letter: placeholders first, then Markdown that no e-mail shows. Empty when they can. */
export function findWordsErrors(kind: LetterKind, words: LetterWords): WordsError[] {
  const errors = findPlaceholderErrors(kind, words)
  if (errors.length > 0) return errors
  const found: WordsError[] = []
  checkNode(fromMarkdown(words.body), kind, (node, why) => {
    const { line = 1, column = 1 } = node.position?.start ?? {}
    found.push({ path: 'body', message: `Line ${line}, column ${column}: ${why}` })
  })
  return found
}

type Complain = (node: Nodes, why: string) => void

function checkNode(node: Nodes, kind: LetterKind, complain: Complain, parent?: Nodes): void {
  if (node.type === 'html') complain(node, 'HTML is not shown. Use Markdown.')
  if (node.type === 'linkReference' || node.type === 'definition')
    complain(node, 'write the address beside the words: [words](https://…).')
  if (node.type === 'image' || node.type === 'imageReference')
    complain(node, 'pictures are not shown. Your logo is on every e-mail.')
  if (node.type === 'link' && !isAddress(node.url))
    complain(node, 'a link leads to an address that begins with https:// or mailto:, or to {{order.url}}.')
  if (node.type === 'text' && !(parent?.type === 'paragraph' && blockIn(parent)))
    for (const name of namesIn(node.value))
      if (Object.hasOwn(kind.blocks, name)) complain(node, `{{${name}}} stands alone in a paragraph.`)
  if ('children' in node) for (const child of node.children) checkNode(child, kind, complain, node)
}

const isAddress = (url: string): boolean =>
  /^(https?:\/\/|mailto:)[^{}]+$/i.test(url) || /^\{\{\s*[\w.]+\.url\s*\}\}$/.test(decodeBraces(url))

/** Markdown keeps braces in addresses as they are, or as it would write them. */
const decodeBraces = (url: string): string => url.replaceAll('%7B', '{').replaceAll('%7D', '}')

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')

/** The name in a paragraph that holds one placeholder and nothing else. */
function blockIn(node: Nodes): string | undefined {
  if (node.type !== 'paragraph' || node.children.length !== 1) return undefined
  const [only] = node.children
  return only?.type === 'text' ? /^\{\{\s*([\w.]+)\s*\}\}$/.exec(only.value.trim())?.[1] : undefined
}

/** The letter in these words. Values go in after the Markdown is read: whatever is in them stays text. */
export function letterInWords(letter: Letter, words: LetterWords, filling: Filling): Letter {
  const { children } = fromMarkdown(words.body)
  const heading = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  const subject = oneLine(fill(words.subject, filling))
  const parts = children.filter((node) => node !== heading).flatMap((node) => partsOf(node, filling))
  return {
    ...letter,
    subject,
    heading: heading ? plainOf(heading.children, filling) : subject,
    preview: previewOf(parts) || letter.preview,
    parts,
  }
}

const fill = (text: string, { values }: Filling): string =>
  text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Nothing is known of {{${name}}}.`)
    return value
  })

function partsOf(node: RootContent, filling: Filling): LetterPart[] {
  switch (node.type) {
    case 'paragraph': {
      const block = filling.blocks[blockIn(node) ?? '']
      return block ? [...block] : [{ kind: 'prose', spans: spansOf(node.children, filling) }]
    }
    case 'heading':
      return [{ kind: 'title', text: plainOf(node.children, filling) }]
    case 'blockquote':
      return node.children.flatMap((child) => partsOf(child, filling))
    case 'list':
      return [
        {
          kind: 'list',
          isOrdered: node.ordered ?? false,
          items: node.children.map((item) => item.children.flatMap((child) => itemSpans(child, filling))),
        },
      ]
    case 'code':
      return [{ kind: 'prose', spans: [{ text: fill(node.value, filling) }] }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    default:
      return []
  }
}

/** Lists in lists are told in one go. */
function itemSpans(node: BlockContent | DefinitionContent, filling: Filling): Span[] {
  if (node.type === 'paragraph' || node.type === 'heading') return spansOf(node.children, filling)
  if (node.type === 'list')
    return node.children.flatMap((item) => [
      { text: '\n' },
      ...item.children.flatMap((child) => itemSpans(child, filling)),
    ])
  return node.type === 'code' ? [{ text: fill(node.value, filling) }] : []
}

function spansOf(nodes: readonly PhrasingContent[], filling: Filling, look: Omit<Span, 'text'> = {}): Span[] {
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        return [{ ...look, text: fill(node.value, filling).replaceAll('\n', ' ') }]
      case 'break':
        return [{ text: '\n' }]
      case 'strong':
        return spansOf(node.children, filling, { ...look, isStrong: true })
      case 'emphasis':
        return spansOf(node.children, filling, { ...look, isEmphasised: true })
      case 'link':
        return spansOf(node.children, filling, { ...look, url: fill(decodeBraces(node.url), filling) })
      default:
        return []
    }
  })
}

const plainOf = (nodes: readonly PhrasingContent[], filling: Filling): string =>
  oneLine(
    spansOf(nodes, filling)
      .map((span) => span.text)
      .join(''),
  )

/** What is said first. */
function previewOf(parts: readonly LetterPart[]): string {
  const first = parts.find((part) => part.kind === 'prose')
  const text = first?.kind === 'prose' ? first.spans.map((span) => span.text).join('') : ''
  return oneLine(text).slice(0, 140)
}
