import type { Form } from './form.ts'

export interface ApiRequest {
  params: Readonly<Record<string, string>>
  query: Form
  body: Form
  json: unknown
  key: string | undefined
  account: string | undefined
  /** True with the publishable key, i.e. from a browser. */
  isPublic: boolean
}

export type Handler = (request: ApiRequest) => Promise<unknown>
/** By 'METHOD /path/:name'. */
export type Routes = Readonly<Record<string, Handler>>

export interface Found {
  handler: Handler
  params: Record<string, string>
}

/** First matching route. */
export function findRoute(routes: Routes, request: string): Found | undefined {
  for (const [route, handler] of Object.entries(routes)) {
    const pattern = route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(request)
    if (match) return { handler, params: { ...match.groups } }
  }
  return undefined
}
