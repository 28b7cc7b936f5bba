import { micromark } from 'micromark'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import { textToHtml } from '#model/platform/text/plain-html.ts'

const MAX_CACHED = 500

// Rendered HTML by text. Cached, because parsing takes as long as the rest of the page, and descriptions rarely change.
const rendered = new Map<string, string>()

/**
 * Renders untrusted Markdown as safe HTML: HTML is escaped, and only links with safe protocols are kept. Headings start at `topLevel`,
 * whatever level the author used. Text that is nested too deeply is shown unformatted.
 */
export function renderMarkdown(markdown: string, topLevel: 2 | 3 = 3): string {
  const key = topLevel + markdown
  const kept = rendered.get(key)
  if (kept !== undefined) return kept
  const html = markdownComplexityError(markdown)
    ? textToHtml(markdown)
    : demoteHeadings(micromark(markdown), topLevel).replaceAll('<img ', '<img loading="lazy" ')
  if (rendered.size >= MAX_CACHED) rendered.clear()
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
