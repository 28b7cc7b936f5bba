/** Result of a check. `warning`: works, but probably not as intended. `problem`: doesn't work. */
export interface Finding {
  is: 'fine' | 'warning' | 'problem'
  text: string
}

export const fineFinding = (text: string): Finding => ({ is: 'fine', text })
export const warningFinding = (text: string): Finding => ({ is: 'warning', text })
export const problemFinding = (text: string): Finding => ({ is: 'problem', text })

const MARKS: Readonly<Record<Finding['is'], string>> = {
  fine: 'ok     ',
  warning: 'check  ',
  problem: 'PROBLEM',
}

export const formatFindings = (title: string, findings: readonly Finding[]): string =>
  [title, ...findings.map(({ is, text }) => `  ${MARKS[is]}  ${text}`)].join('\n')
