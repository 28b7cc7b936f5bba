const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const textToHtml = (text: string): string =>
  `<p>${text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '').replaceAll('\n', '<br>')}</p>`
