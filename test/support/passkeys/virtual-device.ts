import type { CDPSession, Page } from 'playwright-core'

/** A device of the browser's page, which has passkeys and verifies its user. */
export interface VirtualDevice {
  /** Whether the finger fits. If it does not, the browser ends the prompt. */
  verify(isVerified: boolean): Promise<void>
  /** How many passkeys it has. */
  count(): Promise<number>
  remove(): Promise<void>
}

/** Removes all devices of the page. */
export async function removeDevices(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.disable')
}

/** Adds a device to the page, over the Chrome DevTools protocol. */
export async function addDevice(page: Page): Promise<VirtualDevice> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async verify(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async count() {
      return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
    async remove() {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
