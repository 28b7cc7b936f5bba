import type { LabelledAnswer } from '#model/sales/answers.ts'
import type { Context } from '#server/context.ts'
import { hasOtherAnswers, listQuestions, type EventQuestion } from '#server/sales/checkout/question-rows.ts'

/** Maximum number of question columns; the remaining questions share the last column. */
const MAX_COLUMNS = 200
const OTHER = 'Other answers'

export interface AnswerColumns {
  head: readonly string[]
  cells: (answers: readonly LabelledAnswer[]) => string[]
  questions: readonly EventQuestion[]
}

/**
 * Returns one column per question of the promoter's events, or of one event. Identical questions share a column, and all
 * removed questions share one.
 */
export async function answerColumns(
  { db }: Pick<Context, 'db'>,
  find: { promoterId: string; eventId: string | undefined; scopes: readonly EventQuestion['scope'][] },
): Promise<AnswerColumns> {
  const { promoterId, eventId, scopes } = find
  const questions = await listQuestions(db, { promoterId })
  const shown = questions.filter(
    (question) => scopes.includes(question.scope) && (!eventId || question.eventId === eventId),
  )
  const labels = [...new Set(shown.map(({ label }) => label))]
  const columns = labels.slice(0, MAX_COLUMNS)
  const hasOther = labels.length > columns.length || (await hasOtherAnswers(db, { promoterId, eventId }))
  return {
    questions,
    head: hasOther ? [...columns, OTHER] : columns,
    cells: (answers) => {
      const given = Map.groupBy(answers, ({ question }) => question)
      const cells = columns.map((label) => (given.get(label) ?? []).map(({ answer }) => answer).join('; '))
      const others = answers.filter(({ question }) => !columns.includes(question))
      const words = others.map(({ question, answer }) => `${question}: ${answer}`).join('; ')
      return hasOther ? [...cells, words] : cells
    },
  }
}
