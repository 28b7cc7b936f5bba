import { atom, onMount } from 'nanostores'
import { forgetLinkToken, takeLinkToken } from '#browser/link-token.ts'

/** The token of the link that opened this page; null when there is none, undefined until the address was read. */
export const $linkToken = atom<string | null | undefined>()

onMount($linkToken, () => $linkToken.set(takeLinkToken() ?? null))

/** It was used, or is of no use. */
export function dropLinkToken(): void {
  forgetLinkToken()
  $linkToken.set(null)
}
