import { spawnSync } from 'node:child_process'

/** Formats generated code as `npm run format` does. `file`: where it will be written, which decides the language. */
export function formatGenerated(text: string, file: string): string {
  const formatted = spawnSync('oxfmt', ['--stdin-filepath', file], { input: text, encoding: 'utf8' })
  if (formatted.status !== 0) throw new Error(`oxfmt failed: ${formatted.stderr}`)
  return formatted.stdout
}
