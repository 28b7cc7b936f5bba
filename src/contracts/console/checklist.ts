import * as z from 'zod/mini'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const checklist = z.object({
  steps: z.array(
    z.object({
      key: z.enum(['event', 'tickets', 'published', 'sale', 'details', 'legal', 'look']),
      isDone: z.boolean(),
    }),
  ),
  /** True when every step is done or the checklist was dismissed. */
  isOver: z.boolean(),
  eventId: z.nullable(z.string()),
})
export type Checklist = z.infer<typeof checklist>

export const getChecklist = endpoint({
  description: 'Returns the first steps of a new promoter, and which are done.',
  method: 'GET',
  path: '/api/promoter/checklist',
  access: 'promoter',
  scope: 'events:read',
  data: checklist,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const dismissChecklist = endpoint({
  description: 'Dismisses the checklist.',
  method: 'DELETE',
  path: '/api/promoter/checklist',
  access: 'promoter',
  scope: 'events:write',
  data: nothing,
  errors: ['FORBIDDEN'],
})
