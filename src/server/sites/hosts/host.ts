/** Parses a Host header to lower case without port and trailing dot. Undefined when it is malformed. */
export function parseHostHeader(header: string | undefined): string | undefined {
  const match = /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::\d{1,5})?$/i.exec(header ?? '')
  const host = match?.[1]
  // URL parsing throws for some hosts that the pattern accepts (1.2.3.999).
  return host && host.length <= 253 && URL.canParse(`http://${header}`) ? host.toLowerCase() : undefined
}
