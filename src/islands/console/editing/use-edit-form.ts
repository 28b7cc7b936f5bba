import { useForm, type FormOptions } from '#islands/platform/use-form.ts'
import type { Result } from '#model/platform/result.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'
import type { EditConflict } from './use-conflict.ts'

interface Options<Values, Data, View> extends Omit<FormOptions<Values, Data>, 'send' | 'onRefusal'> {
  /** Saves the form. `version`: version number that the form is based on. */
  send: (values: Values, version: number) => Promise<Result<Data>>
  /** Returns the entered values as a version, to compare in a conflict; undefined in a form that creates an object. */
  mineOf: (values: Values) => View | undefined
}

/** Form to edit an object with a version number. In a conflict, `FormConflict` shows both versions instead of an error. */
export function useEditForm<Values, Data, View>(
  conflict: EditConflict<View>,
  { send, mineOf, ...options }: Options<Values, Data, View>,
) {
  return useForm<Values, Data>({
    ...options,
    send: async (values) => {
      const answer = await send(values, conflict.version())
      const mine = mineOf(values)
      return mine === undefined ? answer : conflict.watch(answer, mine)
    },
    onRefusal: isEditConflict,
  })
}
