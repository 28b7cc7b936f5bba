import * as z from 'zod/mini'
import { nothing } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'

/** What a new promoter does first, worked out from what is there. */
export const checklist = z.object({
  steps: z.array(
    z.object({
      key: z.enum(['event', 'tickets', 'published', 'sale', 'details', 'look']),
      isDone: z.boolean(),
    }),
  ),
  /** Nothing is left to do, or it was put away. */
  isOver: z.boolean(),
  /** The event that the next step is about. */
  eventId: z.nullable(z.string()),
})
export type Checklist = z.infer<typeof checklist>

export const getChecklist = endpoint({
  method: 'GET',
  path: '/api/promoter/checklist',
  access: 'promoter',
  scope: 'events:read',
  data: checklist,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const closeChecklist = endpoint({
  method: 'DELETE',
  path: '/api/promoter/checklist',
  access: 'promoter',
  scope: 'events:write',
  data: nothing,
  errors: ['FORBIDDEN'],
})
