import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoadBalancer, startLoadBalancer } from '../../torture/load-balancer.ts'
import { isInstalled } from '../../torture/rolling-restart.ts'
import { hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { deskClient, deskClientEnv, press, signInAtIssuer } from '../support/browser/desk.ts'
import { demoStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { addDevice, removeDevices } from '../support/passkeys/virtual-device.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { runCasegate, startServe } from '../support/server/process.ts'

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' })

for (const name of ['nginx', 'haproxy'] as const) {
  describe.runIf(isInstalled(name))(`behind ${name} on the same machine`, () => {
    let loadBalancer: LoadBalancer
    let issuer: TestIssuer
    let port: number
    let settings: Record<string, string>
    /** Browsers resolve it to this machine, and trust it without TLS. It is none of the server's own names. */
    let other: string

    beforeAll(async () => {
      port = await freePort()
      other = `http://cases.localhost:${port}`
      issuer = await TestIssuer.start({
        ...deskClient(other),
        accounts: { olga: { email: 'olga@example.com', email_verified: true } },
      })
      settings = {
        ...(await demoStore()),
        ...issuer.env,
        OIDC_PERSON_CLAIM: 'email',
        OIDC_LOGIN: 'OPERATOR',
        TRUST_PROXY: 'on',
        DESK: 'on',
        GRAPHIQL: 'on',
        DESK_URL: `http://localhost:${port}/desk`,
        ...deskClientEnv,
      }
      const servers = [startServe(settings), startServe(settings)]
      const ports = await Promise.all(servers.map(async ({ url }) => Number(new URL(await url).port)))
      loadBalancer = await startLoadBalancer(name, temporaryFolder(), [ports[0]!, ports[1]!], undefined, port)
    })
    afterAll(() => Promise.all([loadBalancer?.stop(), issuer?.stop()]))

    test('the pages are served under the name of the proxy', async () => {
      for (const path of ['/', '/desk', '/desk/session', '/graphql', '/api/v4/docs']) {
        const headers = { accept: 'text/html', host: 'cases.example.com' }
        expect([path, (await sendRaw(`http://127.0.0.1:${port}`, { path, headers })).status]).toEqual([path, 200])
      }
    })

    describe.runIf(hasBrowser)('in a browser', () => {
      const browser = useBrowser()
      test('the first admin follows the link of the invitation, and signs in again with the passkey', async () => {
        const args = ['invite', '--login', 'admin', '--email', 'anna@example.com', '--firstname', 'Anna']
        const { stdout, stderr } = await runCasegate(args, { env: settings })
        const link = /http:\S+#cgi_[\w-]{43}/.exec(stdout)?.[0]
        expect(link, stderr).toContain(`http://localhost:${port}/desk/invitation#`)
        const { page, complaints } = await browser.visit(`http://localhost:${port}/livez`)
        await addDevice(page)
        await page.goto(link!)
        await press(page, 'Create a passkey')
        await signOut(page).click()
        await press(page, 'Sign in with a passkey')
        await signOut(page).waitFor()
        await removeDevices(page)
        expect(complaints).toEqual([])
      })
      test('two tabs sign in at the issuer at the same time, each leads back to its page, which follows changes', async () => {
        const begin = async (page: Page) => page.getByRole('link', { name: 'Sign in with your organisation' }).click()
        const { page: first } = await browser.visit(`${other}/desk/cases/1001`)
        const second = await first.context().newPage()
        await second.goto(`${other}/desk/cases/1002`)
        for (const page of [first, second]) await begin(page)
        await signInAtIssuer(first, 'olga')
        await first.getByRole('heading', { name: /^1001 / }).waitFor()
        expect(first.url()).toBe(`${other}/desk/cases/1001`)
        await signInAtIssuer(second, 'olga', true)
        await second.getByRole('heading', { name: /^1002 / }).waitFor()
        expect(second.url()).toBe(`${other}/desk/cases/1002`)
        await fetch(`http://127.0.0.1:${port}/api/v4/cases/1002/comments`, {
          method: 'POST',
          headers: { ...credentialHeaders(olga), 'content-type': 'application/json' },
          body: '{"comments":["Seen through the proxy."]}',
        })
        await second.getByText('Seen through the proxy.').first().waitFor()
      })
    })
  })
}
