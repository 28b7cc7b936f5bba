import { afterEach, expect, it } from 'vitest'
import { deleteLinkTokenFromHistory, moveLinkTokenToHistory } from '#browser/account/link-token.ts'

const TOKEN = 'a-token_of-a-mail-0123456789'

afterEach(() => window.history.replaceState(null, '', '/'))

it('leaves the address, and is still there after a reload', () => {
  window.history.replaceState(null, '', `/reset-password?from=mail#${TOKEN}`)
  expect(moveLinkTokenToHistory()).toBe(TOKEN)
  expect(window.location.href).toMatch(/\/reset-password\?from=mail$/)
  expect(moveLinkTokenToHistory()).toBe(TOKEN)
  deleteLinkTokenFromHistory()
  expect(moveLinkTokenToHistory()).toBeUndefined()
})

it.each(['', '#', '#content', '#<script>alert(1)</script>'])('%j has no token', (hash) => {
  window.history.replaceState(null, '', `/verify-email${hash}`)
  expect(moveLinkTokenToHistory()).toBeUndefined()
})
