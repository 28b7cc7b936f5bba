import type { BlockContent, DefinitionContent, Heading, Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import {
  findPlaceholderErrors,
  PLACEHOLDER,
  type EmailTemplateKind,
  type TemplateText,
  type TemplateError,
} from '#model/messages/email-templates.ts'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import {
  toOneLine,
  type MailContent,
  type MailPart,
  type TemplatePart,
  type Span,
} from '#server/messages/mail-content/mail-content.ts'

export interface Placeholders {
  /** Values by placeholder, inserted as plain text. HTML and Markdown in them aren't interpreted. */
  values: Readonly<Record<string, string>>
  blocks: Readonly<Record<string, readonly MailPart[]>>
}

/** Returns the errors of a custom text, in this order: too complex, wrong placeholders, Markdown that emails don't support. */
export function findTemplateErrors(kind: EmailTemplateKind, text: TemplateText): TemplateError[] {
  const message = markdownComplexityError(text.body)
  if (message !== undefined) return [{ path: 'body', message }]
  const errors = findPlaceholderErrors(kind, text)
  if (errors.length > 0) return errors
  return problemsOf(fromMarkdown(text.body), kind).map(({ node, why }) => {
    const { line = 1, column = 1 } = node.position?.start ?? {}
    return { path: 'body', message: `Line ${line}, column ${column}: ${why}` }
  })
}

interface NodeProblem {
  node: Nodes
  why: string
}

function problemsOf(node: Nodes, kind: EmailTemplateKind, isInList = false): NodeProblem[] {
  const block = blockIn(node)
  if (block !== undefined && Object.hasOwn(kind.blocks, block))
    // A block's placeholder must be its own paragraph; list items can contain only text.
    return isInList ? [{ node, why: `put {{${block}}} in a paragraph of its own, outside of lists.` }] : []
  const own = [...misplacedIn(node, kind), whyNot(node, kind)].flatMap((why) => (why ? [{ node, why }] : []))
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  const isList = isInList || node.type === 'list'
  return [...own, ...children.flatMap((child) => problemsOf(child, kind, isList))]
}

/** Checks parsed text for placeholders again, because Markdown can encode braces. */
const misplacedIn = (node: Nodes, { blocks, values }: EmailTemplateKind): string[] =>
  node.type === 'text' || node.type === 'inlineCode' || node.type === 'code'
    ? namesIn(node.value)
        .filter((name) => !Object.hasOwn(values, name))
        .map((name) =>
          Object.hasOwn(blocks, name)
            ? `put {{${name}}} in a paragraph of its own.`
            : `unknown placeholder {{${name}}}.`,
        )
    : []

const REFUSED: Readonly<Partial<Record<Nodes['type'], string>>> = {
  html: 'HTML isn’t supported. Use Markdown.',
  image: 'images aren’t supported. Your logo is on every email.',
  imageReference: 'images aren’t supported. Your logo is on every email.',
  linkReference: 'write links as [text](https://…).',
  definition: 'write links as [text](https://…).',
}

const whyNot = (node: Nodes, kind: EmailTemplateKind): string | undefined =>
  node.type === 'link' && !isAddress(node.url, kind)
    ? 'a link must start with https:// or mailto:, or be {{order.url}}.'
    : REFUSED[node.type]

/** True if the URL has no placeholders or is exactly one URL placeholder. Values must not be appended to other URLs. */
function isAddress(url: string, { values }: EmailTemplateKind): boolean {
  const name = addressIn(url)
  return name === undefined
    ? /^(https?:\/\/|mailto:)[^{}]+$/i.test(decoded(url))
    : Object.hasOwn(values, name)
}

const addressIn = (url: string): string | undefined => /^\{\{\s*([\w.]+\.url)\s*\}\}$/.exec(decoded(url))?.[1]

/** Decodes a URL, because Markdown may percent-encode its braces and spaces. */
const decoded = (url: string): string =>
  url.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}').replaceAll('%20', ' ')

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')

function blockIn(node: Nodes): string | undefined {
  if (node.type !== 'paragraph' || node.children.length !== 1) return undefined
  const [only] = node.children
  return only?.type === 'text' ? /^\{\{\s*([\w.]+)\s*\}\}$/.exec(only.value.trim())?.[1] : undefined
}

/** Renders the custom text. Values are inserted after the Markdown is parsed, so that they stay plain text. */
export function renderTemplate(
  mail: MailContent,
  text: TemplateText,
  placeholders: Placeholders,
): MailContent {
  const children = readBody(text.body)
  const heading = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  const subject = toOneLine(fill(text.subject, placeholders))
  const parts = children.filter((node) => node !== heading).flatMap((node) => partsOf(node, placeholders))
  return {
    ...mail,
    subject,
    heading: heading ? plainOf(heading.children, placeholders) : subject,
    preview: previewOf(parts) || mail.preview,
    parts,
  }
}

/** Parses the Markdown. A text that is too complex, saved before there was a limit, is shown line by line. */
const readBody = (body: string): readonly RootContent[] =>
  markdownComplexityError(body) === undefined
    ? fromMarkdown(body).children
    : body.split('\n').map(toParagraph)

const toParagraph = (value: string): RootContent => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
})

const fill = (text: string, { values }: Placeholders): string =>
  text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The placeholder {{${name}}} has no value.`)
    return value
  })

function partsOf(node: RootContent, placeholders: Placeholders): readonly MailPart[] {
  if (node.type === 'paragraph') {
    const block = placeholders.blocks[blockIn(node) ?? '']
    return block ?? [own({ kind: 'prose', spans: spansOf(node.children, placeholders) })]
  }
  if (node.type === 'heading') return [own({ kind: 'title', text: plainOf(node.children, placeholders) })]
  if (node.type === 'blockquote') return node.children.flatMap((child) => partsOf(child, placeholders))
  if (node.type === 'list') {
    const items = node.children.map((item) =>
      item.children.flatMap((child) => itemSpans(child, placeholders)),
    )
    return [own({ kind: 'list', isOrdered: node.ordered ?? false, items })]
  }
  if (node.type === 'code') return [own({ kind: 'prose', spans: [{ text: fill(node.value, placeholders) }] })]
  return node.type === 'thematicBreak' ? [own({ kind: 'rule' })] : []
}

const own = (part: TemplatePart): MailPart => ({ kind: 'own', part })

/** Returns the text of a list item, with nested lists flattened. */
function itemSpans(node: BlockContent | DefinitionContent, placeholders: Placeholders): Span[] {
  if (node.type === 'paragraph' || node.type === 'heading') return spansOf(node.children, placeholders)
  if (node.type === 'list')
    return node.children.flatMap((item) => [
      { text: '\n' },
      ...item.children.flatMap((child) => itemSpans(child, placeholders)),
    ])
  return node.type === 'code' ? [{ text: fill(node.value, placeholders) }] : []
}

const spansOf = (
  nodes: readonly PhrasingContent[],
  placeholders: Placeholders,
  look: Omit<Span, 'text'> = {},
): Span[] => nodes.flatMap((node) => runOf(node, placeholders, look))

function runOf(node: PhrasingContent, placeholders: Placeholders, look: Omit<Span, 'text'>): Span[] {
  if (node.type === 'text' || node.type === 'inlineCode')
    return [{ ...look, text: fill(node.value, placeholders).replaceAll('\n', ' ') }]
  if (node.type === 'strong') return spansOf(node.children, placeholders, { ...look, isStrong: true })
  if (node.type === 'emphasis') return spansOf(node.children, placeholders, { ...look, isEmphasised: true })
  if (node.type === 'link')
    return spansOf(node.children, placeholders, { ...look, url: targetOf(node.url, placeholders) })
  return node.type === 'break' ? [{ text: '\n' }] : []
}

function targetOf(url: string, placeholders: Placeholders): string {
  const name = addressIn(url)
  return name === undefined ? url : fill(`{{${name}}}`, placeholders)
}

const plainOf = (nodes: readonly PhrasingContent[], placeholders: Placeholders): string =>
  toOneLine(
    spansOf(nodes, placeholders)
      .map((span) => span.text)
      .join(''),
  )

function previewOf(parts: readonly MailPart[]): string {
  const [text = ''] = parts.flatMap((part) =>
    part.kind === 'own' && part.part.kind === 'prose'
      ? [part.part.spans.map((span) => span.text).join('')]
      : [],
  )
  return toOneLine(text).slice(0, 140)
}
