const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length))

/** Malicious texts by kind; most exceed all limits. */
export const ATTACKS: Readonly<Record<string, string>> = {
  'spaces around': `1${filled(' ', 120_000)}x`,
  'fewer spaces': `${filled(' ', 12_000)}%x`,
  'one letter': filled('a', 120_000),
  'as much as a body takes': filled('a', 14_000),
  'lists of lists': filled('1. ', 14_000),
  emphasis: filled('_*_', 14_000),
  'open brackets': filled('[a](', 14_000),
  'closing quotes': filled('"x" ', 8000),
  'control characters': '\u0001\u0007\u001B[31m\u007F\u009B\r\n\u2028',
  nul: 'a\0b',
  'half a letter': 'a\uD83D',
  'right to left': '\u202Etxt.exe\u2066\u2069',
  sql: `'; drop table orders; -- " \\' or 1=1`,
  html: `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  template: '{{constructor.constructor("return 1")()}} ${1+1} <%= 1 %> #{1}',
  path: '../../../../etc/passwd%00.png',
  'percent signs': filled('%25', 6000),
  'a bad escape': '%ff%E0%A4%A%',
  'a large number': `-${filled('9', 400)}.${filled('9', 400)}e308`,
  emoji: filled('👨‍👩‍👧‍👦', 8000),
  accents: `a${filled('\u0301', 8000)}`,
  prototype: '__proto__',
  nothing: '',
}
