/** `srcset` of an image with several widths; undefined if there is only one. */
export const srcsetOf = (sources: readonly { url: string; width: number }[]): string | undefined =>
  sources.length > 1 ? sources.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined
