import { sequence } from 'astro:middleware'
import { breakdown } from './breakdown.ts'
import { context } from './context.ts'
import { framing } from './framing.ts'
import { site } from './site.ts'

export const onRequest = sequence(context, site, framing, breakdown)
