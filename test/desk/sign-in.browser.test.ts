import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoLogin } from '../../src/desk/demonstration.ts'
import { hasBrowser } from '../support/browser/browser.ts'
import {
  deskClient,
  deskClientEnv,
  deskSecret,
  press,
  signInAs,
  signInAtIssuer,
  useDesk,
} from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { freePort } from '../support/free-port.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { odette } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const [secret] = deskSecret.data.touchpoints[0]!.secrets
const demonstration = { touchpoint: 'desk', secret: secret! }
const demoLogins: DemoLogin[] = [
  { ...demonstration, login: 'OPERATOR', firstname: 'Olga', email: 'olga@example.com' },
  { ...demonstration, login: 'PARTY', firstname: 'Paula', email: 'paula@example.com' },
]
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const issuer = await TestIssuer.start({
  ...deskClient(url),
  accounts: { 'sub-olga': { casegate_login: 'OPERATOR' }, 'sub-nobody': { casegate_login: 'OPERATOR' } },
})
const server = useServer({
  data: deskSecret.data,
  demoLogins,
  env: {
    ...deskSecret.env,
    ...issuer.env,
    PORT: `${port}`,
    ...deskClientEnv,
  },
})
beforeAll(() => sql(server.database, `update persons set subject = 'sub-olga' where email = 'olga@example.com'`))
afterAll(() => issuer.stop())

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' })
/** Who is signed in, as the pages of operators and customers say it. */
const signedIn = (page: Page, name: string) => page.locator('.me').getByText(name).waitFor()
const heading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true })

describe.runIf(hasBrowser)('signing in to the desk', () => {
  const desk = useDesk(server)

  test.each([
    ['Sign in as Olga, operator', 'Olga'],
    ['Sign in as Paula, customer', 'Paula'],
  ])('takes one click with the demonstration data: %s', async (button, name) => {
    const { page, complaints } = await desk.visit('/')
    await page.getByText('This server contains demonstration data.').waitFor()
    await press(page, button)
    await signedIn(page, name)
    expect(complaints).toEqual([])
  })

  test('with an address says that no such person exists', async () => {
    const { page, complaints } = await desk.visit('/')
    await page.getByLabel('Email address').fill('nobody@example.com')
    await press(page, 'Sign in')
    await page.getByRole('alert').getByText('No active operator, customer or admin has this email address.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('problems')
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
    await signInAs(page, 'olga@example.com')
  })

  test('with a token', async () => {
    const { page, complaints } = await desk.visit('/')
    await page.getByText('Sign in with a session token').click()
    await page.getByLabel('Touchpoint').fill(odette.touchpoint)
    await page.getByLabel('Token', { exact: true }).fill('unknown')
    await press(page, 'Sign in with the token')
    await page.getByRole('alert').getByText('The touchpoint and the token are not accepted.').waitFor()
    await page.getByLabel('Token', { exact: true }).fill(odette.token)
    await press(page, 'Sign in with the token')
    await signedIn(page, 'Odette')
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')])
  })

  test('at the issuer leads back to the page, in a session of the desk', async () => {
    const { page, complaints } = await desk.visit('/cases/1001?from=mail')
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
    await signInAtIssuer(page, 'sub-olga')
    await page.getByRole('heading', { name: /^1001 / }).waitFor()
    expect(page.url()).toBe(`${url}/desk/cases/1001?from=mail`)
    // The issuer has cookies on the same host.
    const own = (await page.context().cookies(`${url}/desk`)).filter(({ name }) => name.includes('casegate'))
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ name: 'casegate-desk', httpOnly: true, sameSite: 'Strict', path: '/desk' })
    const [row] = await sql(server.database, `select issuer, subject, sid from sessions where origin = 'ISSUER'`)
    expect(row).toEqual({ issuer: null, subject: null, sid: null })
    // The pages of the issuer ask for fonts.
    expect(complaints.splice(0).filter((each) => each.includes('Policy'))).toEqual([])
    await signOut(page).click()
    await heading(page).waitFor()
  })

  test('at the issuer without being known here, or without finishing there, says so', async () => {
    const { page, complaints } = await desk.visit('/cases/1001')
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
    await signInAtIssuer(page, 'sub-nobody')
    await page.getByRole('alert').getByText('Your account may not sign in here.').waitFor()
    expect(page.url()).toBe(`${url}/desk/cases/1001`)
    await page.goto(`${url}/desk/callback?code=of-another-browser&state=x`)
    await page.getByRole('alert').getByText('You could not be signed in.').waitFor()
    await page.context().clearCookies()
    await page.goto(`${url}/desk/sign-in?to=https://attacker.example/desk`)
    await page.getByRole('link', { name: /Cancel/ }).click()
    await page.getByRole('alert').getByText('You cancelled the sign-in.').waitFor()
    expect(page.url()).toBe(`${url}/desk`)
    complaints.length = 0
  })

  test('survives a reload, and holds for the tabs of a browser until one signs out', async () => {
    const { page } = await desk.visit('/cases/1001')
    await signInAs(page, 'olga@example.com')
    await page.reload()
    await page.getByRole('heading', { name: /^1001 / }).waitFor()
    const opened = page.context().waitForEvent('page')
    await page.evaluate(() => window.open(location.href, '_blank', 'noopener'))
    const other = await opened
    await other.getByRole('heading', { name: /^1001 / }).waitFor()
    await signOut(page).click()
    await heading(page).waitFor()
    expect(page.url()).toBe(`${url}/desk/cases/1001`)
    // The stream of the other tab finds out.
    await heading(other).waitFor()
    await page.goto('about:blank')
    await page.goBack()
    await heading(page).waitFor()
    // A tab never works for a person whose data it does not show.
    await press(page, 'Sign in as Paula, customer')
    await signedIn(page, 'Paula')
    await press(other, 'Sign in as Olga, operator')
    await signedIn(other, 'Olga')
    await page.getByRole('link', { name: 'Casegate' }).click()
    await signedIn(page, 'Olga')
  })

  test('keeps the token from scripts and from pages of other origins', async () => {
    const { page, complaints } = await desk.visit('/')
    await signInAs(page, 'olga@example.com')
    const seen = () =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])
    const [cookie] = await page.context().cookies(`${url}/desk`)
    const token = new URLSearchParams(decodeURIComponent(cookie!.value)).get('token')!
    expect(token).toHaveLength(43)
    expect(await page.evaluate(seen)).not.toContain(token)
    for (const line of server.log) expect(line).not.toContain(token)
    // Another port is the same site, so SameSite does not keep it from sending the cookie.
    await page.goto(`${issuer.url}/jwks`)
    const body = JSON.stringify({ query: 'mutation { unassignCase(input: { caseInstanceId: 1001 }) { __typename } }' })
    for (const path of ['/desk/graphql', '/desk/session']) {
      const response = page.waitForResponse(url + path)
      const send = ([to, text]: [string, string]) =>
        fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include', body: text }).then(() => undefined)
      await page.evaluate(send, [url + path, body] as [string, string])
      expect((await response).status()).toBe(403)
    }
    complaints.length = 0
  })
})

test('at most five sign-ins of a browser wait for the issuer, so that its cookies fit into a request', async () => {
  const begun = ['a', 'b', 'c', 'd', 'e', 'f'].map((state) => `casegate-sign-in-${state}=x`)
  const { status, headers } = await sendRaw(url, { path: '/desk/sign-in', headers: { cookie: begun.join('; ') } })
  const cookies = headers['set-cookie']!.map((each) => each.split(/[=;]/).slice(0, 2).join('='))
  expect([status, cookies]).toEqual([
    302,
    ['casegate-sign-in-a=', 'casegate-sign-in-b=', expect.stringMatching(/^casegate-sign-in-[\w-]{43}=nonce%3D/)],
  ])
})

test('a path of any letters fits into the cookie of a sign-in', async () => {
  const to = encodeURIComponent(`/desk/?text=${'日'.repeat(400)}`)
  const { headers } = await sendRaw(url, { path: `/desk/sign-in?to=${to}` })
  expect(headers['set-cookie']?.[0]?.length).toBeLessThan(4_096)
})
