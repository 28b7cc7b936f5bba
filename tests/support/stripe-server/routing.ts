import type { Form } from './form.ts'

/** A request of the API, read and authorised. */
export interface ApiRequest {
  params: Readonly<Record<string, string>>
  query: Form
  body: Form
  /** A body of version 2, which is JSON. */
  json: unknown
  /** The idempotency key. */
  key: string | undefined
  /** The connected account that it is about. */
  account: string | undefined
  /** Whether it came with the publishable key: from a browser. */
  isPublic: boolean
}

export type Handler = (request: ApiRequest) => Promise<unknown>
/** By 'METHOD /path/:name'. */
export type Routes = Readonly<Record<string, Handler>>

export interface Found {
  handler: Handler
  params: Record<string, string>
}

/** The first route that fits. */
export function findRoute(routes: Routes, request: string): Found | undefined {
  for (const [route, handler] of Object.entries(routes)) {
    const pattern = route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(request)
    if (match) return { handler, params: { ...match.groups } }
  }
  return undefined
}
