import type { Question } from '#model/catalog/catalog.ts'

export type Answers = Readonly<Record<string, string>>

export interface AskedQuestion {
  id: string
  label: string
}

export interface LabelledAnswer {
  question: string
  answer: string
}

export type QuestionLabels = ReadonlyMap<string, { label: string; place: number }>

/**
 * Returns the labels of questions by id. When several questions have the same id, the first one sets the position and the
 * last one sets the label.
 */
export function questionLabelsOf(questions: readonly AskedQuestion[]): QuestionLabels {
  const labels = new Map<string, { label: string; place: number }>()
  for (const [index, { id, label }] of questions.entries())
    labels.set(id, { label, place: labels.get(id)?.place ?? index })
  return labels
}

/** Pairs answers with their questions' labels, in the order of the questions. Answers to removed questions come last. */
export function labelAnswers(labels: QuestionLabels, answers: Answers): LabelledAnswer[] {
  const placeOf = (id: string): number => labels.get(id)?.place ?? labels.size
  return Object.entries(answers)
    .filter(([, answer]) => answer !== '')
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([id, answer]) => ({
      question: labels.get(id)?.label ?? 'A question that is no longer asked',
      answer,
    }))
}

/** Message for a required question without an answer. It names the question, because a summary of errors lists it elsewhere. */
export const answerMissingMessage = ({ kind, label }: Pick<Question, 'kind' | 'label'>): string =>
  kind === 'checkbox' ? `Tick “${label}”.` : `Answer “${label}”.`

export const answerNotOfferedMessage = ({ label }: Pick<Question, 'label'>): string =>
  `Choose one of the answers to “${label}”.`

export interface QuestionIndex {
  all: QuestionLabels
  ofEvent: ReadonlyMap<string, QuestionLabels>
}

export function indexQuestions(questions: readonly (AskedQuestion & { eventId: string })[]): QuestionIndex {
  const byEvent = Map.groupBy(questions, ({ eventId }) => eventId)
  return {
    all: questionLabelsOf(questions),
    ofEvent: new Map([...byEvent].map(([eventId, own]) => [eventId, questionLabelsOf(own)])),
  }
}

export interface TicketAnswers {
  eventId: string
  answers: Answers
  orderAnswers: Answers
}

/**
 * Returns the labelled answers to the questions of the ticket's event: those for this ticket and those for its whole
 * order.
 */
export function labelTicketAnswers(
  { all, ofEvent }: QuestionIndex,
  { eventId, answers, orderAnswers }: TicketAnswers,
): LabelledAnswer[] {
  const own = ofEvent.get(eventId) ?? new Map()
  const ofOrder = Object.entries(orderAnswers).filter(([id]) => own.has(id) || !all.has(id))
  return labelAnswers(own, { ...answers, ...Object.fromEntries(ofOrder) })
}
