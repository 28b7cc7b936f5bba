/** The `srcset` of a picture that comes in several widths; undefined for one. */
export const srcsetOf = (sources: readonly { url: string; width: number }[]): string | undefined =>
  sources.length > 1 ? sources.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined
