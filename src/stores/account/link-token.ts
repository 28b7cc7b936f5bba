import { atom, onMount } from 'nanostores'
import { deleteLinkTokenFromHistory, moveLinkTokenToHistory } from '#browser/account/link-token.ts'

/** Token of the link that opened this page; null when there is none, undefined until the URL was read. */
export const $linkToken = atom<string | null | undefined>()

onMount($linkToken, () => $linkToken.set(moveLinkTokenToHistory() ?? null))

export function deleteLinkToken(): void {
  deleteLinkTokenFromHistory()
  $linkToken.set(null)
}
