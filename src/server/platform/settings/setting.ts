/** Definition of a setting. `parse` returns undefined for an invalid text. */
export interface Setting<Value> {
  /** Description in the README's table of settings. `npm run check` compares the two. */
  means: string
  shape: string
  fallback: string | (() => Value)
  parse: (text: string) => Value | undefined
}

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition
