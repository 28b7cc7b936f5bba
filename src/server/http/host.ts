/** A host name or address as a browser may send it, port and trailing dot taken off, in lower case; undefined when malformed. */
export function readHost(header: string | undefined): string | undefined {
  const match = /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::\d{1,5})?$/i.exec(header ?? '')
  const host = match?.[1]
  // What has the letters of a host may still be none (1.2.3.999), and whoever makes a URL of it would throw.
  return host && host.length <= 253 && URL.canParse(`http://${header}`) ? host.toLowerCase() : undefined
}
