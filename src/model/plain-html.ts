const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML that shows it as it was written, line by line. */
export const plainHtml = (text: string): string =>
  `<p>${text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '').replaceAll('\n', '<br>')}</p>`
