import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PasskeysSection } from '#islands/account/security/PasskeysSection.tsx'
import { screen } from '#tests/support/screen.ts'

afterEach(() => vi.unstubAllGlobals())

it('the button to add a passkey appears with the list, and so doesn’t move while it is clicked', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const response = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => response.promise)
  render(<PasskeysSection />)
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  response.resolve(
    Response.json({ success: false, error: { code: 'INTERNAL', message: 'Out of order.' } }, { status: 500 }),
  )
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeTruthy()
})
