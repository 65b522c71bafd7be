import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Cookie, chromium, type Page } from 'playwright-core'
import { buildDesk } from '../../test/support/browser/build-desk.ts'
import type { Options } from '../options.ts'
import { format, formatRange, markdownTable, publish } from '../report.ts'
import { startCasegate } from '../servers/server-process.ts'

interface Machine {
  /** How many times slower the processor of the browser is. */
  slower?: number
  /** Of the network, in kbit/s, with the time until a request arrives in milliseconds. */
  network?: { speed: number; latency: number }
}

const machines: Record<string, Machine> = {
  'this machine': {},
  'CPU 4 times slower': { slower: 4 },
  '400 kbit/s': { network: { speed: 400, latency: 0 } },
  '400 kbit/s, 150 ms': { network: { speed: 400, latency: 150 } },
}

interface Loaded {
  /** Milliseconds until anything of the page was painted, and until the cases were. */
  painted: number
  usable: number
  /** What had arrived by then, with the headers. */
  bytes: number
  /** The cumulative layout shift. */
  shift: number
}

/** Measures how long the first view of the queue takes in a browser that has nothing of it. */
export async function measureDesk(options: Options): Promise<void> {
  buildDesk()
  const folder = mkdtempSync(join(tmpdir(), 'bench-desk-'))
  const server = await startCasegate({ DATA_DIR: folder })
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
  const url = `http://127.0.0.1:${server.port}/desk`
  try {
    const cookies = await signIn(browser, url)
    const rows: string[][] = []
    for (const [name, machine] of Object.entries(machines)) {
      const loads: Loaded[] = []
      for (let round = 0; round < options.rounds; round++) loads.push(await load(browser, url, cookies, machine))
      const range = (member: keyof Loaded) => formatRange(loads.map((each) => each[member]))
      const kilobytes = format(Math.max(...loads.map(({ bytes }) => bytes)) / 1000)
      rows.push([name, kilobytes, range('painted'), range('usable'), range('shift')])
      console.log(rows.at(-1)?.join('  '))
    }
    const table = markdownTable(['', 'KB', 'painted ms', 'usable ms', 'layout shift'], rows)
    const what = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`
    const when = new Date().toISOString().slice(0, 10)
    publish(
      'desk',
      options,
      `Measured on ${when}: ${what}, Chromium ${browser.version()},\nmedians of ${options.rounds} rounds.\n\n${table}`,
    )
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function signIn(browser: Browser, url: string): Promise<Cookie[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in as Olga' }).click()
  await page.locator('[data-case-row]').first().waitFor()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function load(browser: Browser, url: string, cookies: Cookie[], { slower, network }: Machine): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await devtools.send('Network.enable')
  if (slower !== undefined) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (network) {
    const throughput = (network.speed * 1000) / 8
    const conditions = { offline: false, downloadThroughput: throughput, uploadThroughput: throughput }
    await devtools.send('Network.emulateNetworkConditions', { ...conditions, latency: network.latency })
  }
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'usable' in document.documentElement.dataset, null, { timeout: 60_000 })
  const loaded = { bytes, ...(await figuresOf(page)) }
  await context.close()
  return loaded
}

/** Runs in the page before anything else. */
function watch(): void {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
    document.documentElement.dataset['shift'] = String(shift)
  }).observe({ type: 'layout-shift', buffered: true })
  function look(): void {
    if (!document.querySelector('[data-case-row]')) return void requestAnimationFrame(look)
    // After the frame with the cases.
    requestAnimationFrame(() =>
      setTimeout(() => (document.documentElement.dataset['usable'] = String(performance.now()))),
    )
  }
  look()
}

function figuresOf(page: Page): Promise<Omit<Loaded, 'bytes'>> {
  return page.evaluate(() => {
    const { usable, shift = '0' } = document.documentElement.dataset
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN
    return { painted, usable: Number(usable), shift: Number(shift) }
  })
}
