/** `srcset` of a picture with several widths; undefined for fewer. */
export const srcsetOf = (sources: readonly { url: string; width: number }[]): string | undefined =>
  sources.length > 1 ? sources.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined
