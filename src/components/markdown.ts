import { micromark } from 'micromark'
import { markdownComplexityError } from '#model/markdown-bounds.ts'
import { plainHtml } from '#model/plain-html.ts'

const MOST_KEPT = 500

// Parsing costs as much as the rest of a page, and a description changes once a week.
const rendered = new Map<string, string>()

/**
 * Markdown → HTML. Safe for anybody's text: HTML in it is shown as text, and links keep only harmless protocols.
 * Headings begin at `topLevel`, below the page’s own, whichever level the author began at. What is too tangled to be read is
 * shown as it was written.
 */
export function renderMarkdown(markdown: string, topLevel: 2 | 3 = 3): string {
  const key = topLevel + markdown
  const kept = rendered.get(key)
  if (kept !== undefined) return kept
  const html = markdownComplexityError(markdown)
    ? plainHtml(markdown)
    : demoteHeadings(micromark(markdown), topLevel).replaceAll('<img ', '<img loading="lazy" ')
  if (rendered.size >= MOST_KEPT) rendered.clear()
  rendered.set(key, html)
  return html
}

function demoteHeadings(html: string, topLevel: number): string {
  const top = Math.min(...[...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level)))
  return html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) - top + topLevel)}>`,
  )
}
