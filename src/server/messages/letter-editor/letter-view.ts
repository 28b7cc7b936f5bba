import type { LetterView } from '#contracts/console/letters.ts'
import { letterKind, type LetterKey } from '#model/messages/letters.ts'
import type { Template } from '#server/messages/letter-texts/template-rows.ts'

export function viewLetter(key: LetterKey, { words, version, updatedAt }: Template): LetterView {
  const { name, when, values, blocks, required, words: foyers } = letterKind(key)
  const placeholders = (named: Readonly<Record<string, string>>, isBlock: boolean) =>
    Object.entries(named).map(([placeholder, means]) => ({
      name: placeholder,
      means,
      isBlock,
      isRequired: required.includes(placeholder),
    }))
  return {
    key,
    name,
    when,
    isOwn: words !== undefined,
    updatedAt: words && updatedAt ? updatedAt.toISOString() : null,
    ...(words ?? foyers),
    version,
    foyers,
    placeholders: [...placeholders(values, false), ...placeholders(blocks, true)],
  }
}
