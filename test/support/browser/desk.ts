import type { BrowserContextOptions, Page } from 'playwright-core'
import { useBrowser, type Visit } from './browser.ts'
import type { TestServer } from '../server/server.ts'

export const sessions = {
  olga: 'Olga, operator at the desk',
  odette: 'Odette, operator in the billing team',
  paula: 'Paula, customer on the web',
  pedro: 'Pedro, customer on the web',
}

export interface TestDesk {
  /** Opens a page without signing in. The path is the part after /desk. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>
  /** Opens a page and signs in, by default as Olga. */
  open(path: string, person?: keyof typeof sessions, options?: BrowserContextOptions): Promise<Visit>
}

/** Opens the pages of the desk that the server serves. */
export function useDesk(server: TestServer): TestDesk {
  const browser = useBrowser()
  const visit: TestDesk['visit'] = (path, options) => browser.visit(`${server.url}/desk${path}`, options)
  return {
    visit,
    async open(path, person = 'olga', options) {
      const opened = await visit(path, options)
      await opened.page.getByLabel('Session').selectOption(sessions[person])
      await press(opened.page, 'Sign in')
      await opened.page.getByRole('button', { name: 'Sign out' }).waitFor()
      return opened
    },
  }
}

export function press(page: Page, button: string): Promise<void> {
  return page.getByRole('button', { name: button, exact: true }).click()
}

/** The problem of an input, as displayed and as announced by screen readers; null if there is none. */
export async function problemAt(page: Page, label: string): Promise<string | null> {
  const input = page.getByLabel(label, { exact: true })
  if ((await input.getAttribute('aria-invalid')) !== 'true') return null
  const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ')
  return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]:visible`).textContent()))).join(' ')
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
