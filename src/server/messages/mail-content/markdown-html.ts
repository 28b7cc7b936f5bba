import { micromark } from 'micromark'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import { textToHtml } from '#model/platform/text/plain-html.ts'

/**
 * Converts untrusted Markdown to safe HTML: HTML in it is shown as text, links can use only harmless protocols, and nothing
 * is loaded.
 */
export const markdownToHtml = (markdown: string): string =>
  markdownComplexityError(markdown) ? textToHtml(markdown) : shownHtml(markdown)

const shownHtml = (markdown: string): string =>
  micromark(markdown).replaceAll(/<img [^<>]*>/g, (image) => / alt="([^"]*)"/.exec(image)?.[1] ?? '')
