/** Numbers requests, so that only the response to the latest one is applied. */
export interface LatestRequest {
  /** Begins a request. The returned function returns true until the next request begins. */
  begin: () => () => boolean
}

export function createLatestRequest(): LatestRequest {
  let latest = 0
  return {
    begin: () => {
      latest += 1
      const mine = latest
      return () => mine === latest
    },
  }
}
