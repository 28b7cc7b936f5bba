import type { Page } from 'playwright/test'

/** Adds a virtual authenticator with user verification (Chromium DevTools). Returns a function that makes it wait for a touch. */
export async function plugInAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  }
}
