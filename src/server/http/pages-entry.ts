import { createApp } from 'astro/app/entrypoint'
import type { RenderPage } from './pages.ts'

const streaming = createApp({ streaming: true })
const whole = createApp({ streaming: false })

/** What `npm run build` leaves in dist/server/entry.mjs. */
export const renderPage: RenderPage = (request, locals, { isStreamed }) =>
  (isStreamed ? streaming : whole).render(request, { locals, addCookieHeader: true })
