import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'

export interface TestBrowser {
  /** Opens a URL of the server in a new browser profile, which is closed after the test. */
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>
}

export interface Visit {
  page: Page
  /** Errors, violations of the content security policy, and requests to another server. */
  readonly complaints: string[]
}

/** For describe.runIf, because not every machine has a browser. Name the test file *.browser.test.ts. */
export const hasBrowser = inject('chromium') !== ''

/** Connects to the browser before the tests of a describe block. Each visit has its own profile. */
export function useBrowser(): TestBrowser {
  let browser: Browser
  const pages: Page[] = []
  beforeAll(async () => {
    browser = await chromium.connect(inject('chromium'))
  })
  // Open pages take up the processor.
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()))
  })
  afterAll(() => browser?.close())
  return {
    async visit(url, options) {
      const page = await browser.newPage(options)
      pages.push(page)
      return visit(page, url)
    },
  }
}

/** The violations of the accessibility rules, each with the elements that it concerns. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // A message that is fading in has little contrast. Animations of another timeline follow a scroll bar.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { help: string; nodes: { target: unknown }[] }[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
  })
}

async function visit(page: Page, url: string): Promise<Visit> {
  const complaints: string[] = []
  // The console reports policy violations and failed requests.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page aborts what it still loads.
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
