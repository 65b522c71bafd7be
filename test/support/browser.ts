import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

export interface TestBrowser {
  /** Opens an address of the server in a browser that remembers nothing of other tests. */
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>
}

export interface Visit {
  page: Page
  /** What should not have happened: errors, violations of the policy, and requests to another server. */
  readonly complaints: string[]
}

/** For describe.runIf: not every machine has one, see browser-setup.ts. The tests' file is named *.browser.test.ts. */
export const hasBrowser = inject('chromium') !== ''

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a browser before the tests of a describe block, and ends it after them. */
export function useBrowser(): TestBrowser {
  let browser: Browser
  beforeAll(async () => {
    // Its profile is a new folder, which goes with it.
    browser = await chromium.launch({ executablePath: inject('chromium'), args: flags, chromiumSandbox: false })
  })
  afterAll(() => browser?.close())
  return { visit: (url, options) => visit(browser, url, options) }
}

async function visit(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Visit> {
  const page = await browser.newPage(options)
  const complaints: string[] = []
  // The console tells of violations of the policy, and of answers that are no success.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // What a page still loads is broken off when it is left.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`)
  })
  const { origin } = new URL(url)
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (to.protocol.startsWith('http') && to.origin !== origin) complaints.push(`A request to ${to.origin}.`)
  })
  await page.goto(url)
  return { page, complaints }
}
