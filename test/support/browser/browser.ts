import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

export interface TestBrowser {
  /** Opens a URL of the server in a browser profile that nothing else uses during the test, and that stores nothing else. */
  visit(url: string, options?: VisitOptions): Promise<Visit>
}

export interface VisitOptions extends Omit<BrowserContextOptions, 'storageState'> {
  cookies?: Parameters<BrowserContext['addCookies']>[0]
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
  /** Pages that were visited before, by the options of their profiles. A new one starts a process, which compiles the scripts. */
  const free = new Map<string, Page[]>()
  const used: { page: Page; key: string; isPrepared: boolean }[] = []
  beforeAll(async () => {
    browser = await chromium.connect(inject('chromium'))
  })
  // Open pages take up the processor.
  afterEach(async () => {
    for (const { page, key, isPrepared } of used.splice(0)) {
      if (isPrepared || !page.url().startsWith('http')) await page.context().close()
      else free.set(key, [...(free.get(key) ?? []), await leave(page)])
    }
  })
  afterAll(() => browser?.close())
  return {
    async visit(url, { cookies = [], ...options } = {}) {
      const key = JSON.stringify(options)
      const page = free.get(key)?.pop() ?? (await (await browser.newContext(options)).newPage())
      page.context().setDefaultTimeout(120_000)
      // A test opens an empty page to change its browser, for example to add a security key.
      used.push({ page, key, isPrepared: url === 'about:blank' })
      await page.context().addCookies(cookies)
      return visit(page, url)
    },
  }
}

/** Leaves a page with nothing of the test in its profile. */
async function leave(page: Page): Promise<Page> {
  const context = page.context()
  await Promise.all(context.pages().map((other) => other === page || other.close()))
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearCookies()])
  page.removeAllListeners()
  // Nothing runs on this page, and it may empty the storage of its origin.
  await page.goto(new URL('/livez', page.url()).href)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return page
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

export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

/** How many pixels of the page are beyond its right edge. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function visit(page: Page, url: string): Promise<Visit> {
  const complaints: string[] = []
  // The console reports policy violations and failed requests.
  page.on('console', (message) => {
    const text = message.text()
    // On a busy machine, the lists of a session wait too long for each other. The desk tries again.
    if (/status of (429|503)/.test(text)) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(text)
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
