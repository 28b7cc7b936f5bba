/** Answers by question id, as they are stored. */
export type Answers = Readonly<Record<string, string>>

export interface AskedQuestion {
  id: string
  label: string
}

export interface LabelledAnswer {
  question: string
  answer: string
}

/** Answers with their questions' labels, in the order of the questions; answers to removed questions come last. */
export function labelAnswers(questions: readonly AskedQuestion[], answers: Answers): LabelledAnswer[] {
  const labels = new Map(questions.map(({ id, label }) => [id, label]))
  const ids = [...new Set([...labels.keys(), ...Object.keys(answers)])]
  return ids.flatMap((id) => {
    const answer = answers[id] ?? ''
    return answer === '' ? [] : [{ question: labels.get(id) ?? 'A question that is no longer asked', answer }]
  })
}

/** A ticket's own answers and those of its order to the questions of the ticket's event. */
export interface TicketAnswers {
  eventId: string
  answers: Answers
  orderAnswers: Answers
}

/** Leaves out what the order answered for its other events. */
export function labelTicketAnswers(
  questions: readonly (AskedQuestion & { eventId: string })[],
  { eventId, answers, orderAnswers }: TicketAnswers,
): LabelledAnswer[] {
  const own = questions.filter((question) => question.eventId === eventId)
  const ownIds = new Set(own.map(({ id }) => id))
  const otherIds = new Set(questions.map(({ id }) => id).filter((id) => !ownIds.has(id)))
  const ofOrder = Object.entries(orderAnswers).filter(([id]) => !otherIds.has(id))
  return labelAnswers(own, { ...answers, ...Object.fromEntries(ofOrder) })
}
