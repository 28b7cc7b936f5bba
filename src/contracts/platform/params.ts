import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'

export const idParams = z.object({ id: objectId })
