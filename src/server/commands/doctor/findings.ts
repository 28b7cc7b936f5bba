/** Result of a check. `warning`: works, but probably not as intended. `problem`: doesn't work. */
export interface Finding {
  level: 'fine' | 'warning' | 'problem'
  text: string
}

export const fineFinding = (text: string): Finding => ({ level: 'fine', text })
export const warningFinding = (text: string): Finding => ({ level: 'warning', text })
export const problemFinding = (text: string): Finding => ({ level: 'problem', text })

const MARKS: Readonly<Record<Finding['level'], string>> = {
  fine: 'ok     ',
  warning: 'check  ',
  problem: 'PROBLEM',
}

export const formatFindings = (title: string, findings: readonly Finding[]): string =>
  [title, ...findings.map(({ level: is, text }) => `  ${MARKS[is]}  ${text}`)].join('\n')
