/** Parses a Host header: lower case, without port and trailing dot; undefined when malformed. */
export function readHost(header: string | undefined): string | undefined {
  const match = /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::\d{1,5})?$/i.exec(header ?? '')
  const host = match?.[1]
  // Some syntactically valid hosts (1.2.3.999) make URL parsing throw.
  return host && host.length <= 253 && URL.canParse(`http://${header}`) ? host.toLowerCase() : undefined
}
