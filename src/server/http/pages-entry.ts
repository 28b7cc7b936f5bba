import { createApp } from 'astro/app/entrypoint'
import type { RenderPage } from './pages.ts'

const app = createApp({ streaming: true })

/** What `npm run build` leaves in dist/server/entry.mjs. */
export const renderPage: RenderPage = (request, locals) =>
  app.render(request, { locals, addCookieHeader: true })
