import { isIP } from 'node:net'

/** Splits a comma-separated list. Items are in lower case. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)

/** Splits a comma-separated list of secrets. Undefined unless all of them match the pattern. */
export function parseSecrets(text: string, pattern: RegExp): string[] | undefined {
  const secrets = text.split(',').map((part) => part.trim())
  return secrets.every((secret) => pattern.test(secret)) ? secrets : undefined
}

/** Accepts `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` and `[2001:db8::1]:5353`. */
export function isDnsServer(text: string): boolean {
  const [, inBrackets, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(inBrackets ?? plain ?? text) > 0
}
