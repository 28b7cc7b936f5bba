import { act, createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fill } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  vi.resetModules()
  page = await openPortalPage()
})
afterEach(async () => {
  window.history.replaceState(null, '', '/')
  await page.close()
})

async function signIn(): Promise<void> {
  fill(page.content, 'input[name=email]', 'ada@example.com')
  fill(page.content, 'input[name=password]', 'not the password')
  await act(async () => {
    page.content.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  })
}

describe('§8 messages of the sign-in page', () => {
  it('shows the fallback message when the server is unreachable, and its own otherwise', async () => {
    await page.show(createElement((await import('#islands/account/sign-in/SignIn.tsx')).SignIn))
    page.shop.setNetwork('down')
    await signIn()
    await page.shows('Login failed')
    page.shop.setNetwork('up')
    await signIn()
    await page.shows('The email address or password is wrong.')
    expect(page.content.textContent).not.toContain('Login failed')
  })

  it('shows why the visitor was redirected', async () => {
    sessionStorage.setItem('refreshError', JSON.stringify('Failed to refresh authentication'))
    await page.show(createElement((await import('#islands/account/sign-in/SignIn.tsx')).SignIn))
    await page.shows('Failed to refresh authentication')
    expect(page.content.querySelector('[role=alert]')?.textContent).toContain('Sign in again to continue.')
  })

  it('keeps the invitation’s form and shows why sign-in failed', async () => {
    window.history.replaceState(null, '', '/join#a-token-of-an-invitation')
    const invitation = {
      promoterName: 'Aurora',
      role: 'sales',
      email: 'ada@example.com',
      expiresAt: '2026-12-01T12:00:00Z',
    }
    page.shop.answerOnce(
      '/api/public/auth/customer/invitations/show',
      200,
      JSON.stringify({ success: true, data: { invitation } }),
    )
    await page.show(createElement((await import('#islands/account/JoinTeam.tsx')).JoinTeam))
    await page.shows('Aurora has invited you to join their team.')
    await page.shows('Password')
    page.shop.setNetwork('down')
    await signIn()
    await page.shows('Login failed')
    expect(page.content.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('ada@example.com')
  })
})
