import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { ada, type Credentials, odette, olga, omarAtPartner, paula, pedro } from '../requests/credentials.ts'
import { useBrowser, type Visit, type VisitOptions } from './browser.ts'
import type { TestServer } from '../server/server.ts'

const people = { olga, odette, omarAtPartner, paula, pedro, ada }

/** A server with these lets people sign in to the desk with an address. */
export const deskSecret = {
  data: {
    touchpoints: [
      {
        code: 'desk',
        name: "Operators' desk",
        allTypeCategories: true,
        logins: ['OPERATOR', 'PARTY'],
        secrets: ['cgs_secret-of-the-desk'],
      },
    ],
  },
  env: { DESK_SECRET: 'cgs_secret-of-the-desk' },
}

/** What an issuer knows of the desk at an address. */
export const deskClient = (origin: string) => ({
  clients: [
    {
      client_id: 'desk',
      client_secret: 'the-secret-of-the-client',
      token_endpoint_auth_method: 'client_secret_post' as const,
      redirect_uris: [`${origin}/desk/callback`],
    },
  ],
  configuration: {
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 300, Grant: 3600, IdToken: 300, Interaction: 300, Session: 300 },
  },
})
export const deskClientEnv = {
  DESK_OIDC_CLIENT_ID: 'desk',
  DESK_OIDC_CLIENT_SECRET: 'the-secret-of-the-client',
}

export async function signInAtIssuer(page: Page, account: string, isKnown = false): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(account)
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  // The issuer asks a person once.
  if (!isKnown) await page.getByRole('button', { name: 'Continue' }).click()
}

export interface TestDesk {
  /** Opens a page without signing in. The path is the part after /desk. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  /** Opens a page in a session of the demonstration data, by default Olga's. */
  open(path: string, person?: keyof typeof people, options?: VisitOptions): Promise<Visit>
}

/** Opens the pages of the desk that the server serves. A test fails if one complains, unless it empties its complaints. */
export function useDesk(server: TestServer): TestDesk {
  const browser = useBrowser()
  const visits: Visit[] = []
  const visit: TestDesk['visit'] = async (path, options) => {
    const opened = await browser.visit(`${server.url}/desk${path}`, options)
    visits.push(opened)
    return opened
  }
  afterEach(() => expect(visits.splice(0).flatMap(({ complaints }) => complaints)).toEqual([]))
  return {
    visit,
    async open(path, person = 'olga', options) {
      const cookies = [sessionCookie(server.url, people[person])]
      const opened = await visit(path, { ...options, cookies })
      await opened.page.getByRole('button', { name: 'Sign out' }).waitFor()
      return opened
    },
  }
}

/** The cookie of a session, as the service sets it. */
export function sessionCookie(url: string, { touchpoint, token }: Credentials) {
  const value = encodeURIComponent(new URLSearchParams({ touchpoint, token }).toString())
  const attributes = { path: '/desk', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' as const }
  return { name: 'casegate-desk', value, domain: new URL(url).hostname, ...attributes }
}

/** Signs in with an address, if the server has the settings for it. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await press(page, 'Sign in')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

export function press(page: Page, button: string): Promise<void> {
  return page.getByRole('button', { name: button, exact: true }).click()
}

/** Keeps a mutation back. `sent` ends when the page has sent it, `release` passes it on. */
export async function holdMutation(page: Page, name: string) {
  const sent = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/desk/graphql', async (route, request) => {
    if (!request.postData()?.includes(`mutation ${name}`)) return route.fallback()
    sent.resolve()
    await released.promise
    return route.fallback()
  })
  return { sent: sent.promise, release: released.resolve }
}

/** Chooses a person, a group or something else in an input that finds by what is typed. */
export async function find(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(`^${name}\\b`) })
    .first()
    .click()
}

/** The problem of an input, as displayed and as announced by screen readers; null if there is none. */
export async function problemAt(page: Page, label: string): Promise<string | null> {
  const input = page.getByLabel(label, { exact: true })
  if ((await input.getAttribute('aria-invalid')) !== 'true') return null
  const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ')
  return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]:visible`).textContent()))).join(' ')
}

export async function expectProblem(page: Page, label: string, problem: string): Promise<void> {
  await expect.poll(() => problemAt(page, label)).toContain(problem)
}

/** The label or the text of the focused element. */
export function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    const labels = element && 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    const label = labels?.[0] ?? document.getElementById(element?.getAttribute('aria-labelledby') ?? '')
    return (label ?? element)?.textContent
  })
}
