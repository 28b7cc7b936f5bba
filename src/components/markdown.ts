import { micromark } from 'micromark'
import { markdownComplexityError } from '#model/markdown-bounds.ts'
import { plainHtml } from '#model/plain-html.ts'

const MOST_KEPT = 500

// Parsing costs as much as the rest of a page, and a description changes once a week.
const rendered = new Map<string, string>()

/**
 * Markdown → HTML. Safe for anybody's text: HTML in it is shown as text, and links keep only harmless protocols.
 * Headings begin at the third level, below the page’s own, whichever level the author began at. What is too tangled to be read is
 * shown as it was written.
 */
export function renderMarkdown(markdown: string): string {
  const kept = rendered.get(markdown)
  if (kept !== undefined) return kept
  const html = markdownComplexityError(markdown)
    ? plainHtml(markdown)
    : demoteHeadings(micromark(markdown)).replaceAll('<img ', '<img loading="lazy" ')
  if (rendered.size >= MOST_KEPT) rendered.clear()
  rendered.set(markdown, html)
  return html
}

function demoteHeadings(html: string): string {
  const top = Math.min(...[...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level)))
  return html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) - top + 3)}>`,
  )
}
