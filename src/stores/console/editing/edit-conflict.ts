import * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'

export const isEditConflict = (code: string): boolean => code === 'EDIT_CONFLICT'

/** Returns the version that someone else has saved, from the details of EDIT_CONFLICT; undefined for any other response. */
export function conflictingVersionIn<View>(
  answer: Result<unknown>,
  view: z.ZodMiniType<View>,
): View | undefined {
  if (answer.success || !isEditConflict(answer.error.code)) return undefined
  return z.safeParse(z.object({ current: view }), answer.error.details).data?.current
}
