import { micromark } from 'micromark'

/** Markdown as HTML that is safe whoever wrote it: HTML in it is text, links keep harmless protocols, nothing is loaded. */
export const writtenHtml = (markdown: string): string =>
  micromark(markdown).replaceAll(/<img src="[^"]*" alt="([^"]*)"(?: title="[^"]*")? \/>/g, '$1')
