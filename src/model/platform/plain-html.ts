const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Converts plain text to HTML, keeping line breaks. */
export const plainHtml = (text: string): string =>
  `<p>${text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '').replaceAll('\n', '<br>')}</p>`
