/** One setting. `parse` returns undefined for an invalid text. */
export interface Setting<Value> {
  /** Description in the README's table; `npm run check` compares them. */
  means: string
  shape: string
  fallback: string | (() => Value)
  parse: (text: string) => Value | undefined
}

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition
