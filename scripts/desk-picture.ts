import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startCasegate } from '../bench/servers/server-process.ts'
import { buildDesk } from '../test/support/browser/build-desk.ts'

// Writes docs/desk.png: the queue of the demonstration data in the desk. Needs Chromium.

buildDesk()
const folder = mkdtempSync(join(tmpdir(), 'desk-picture-'))
const server = await startCasegate({ DATA_DIR: folder })
try {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
  const viewport = { width: 1280, height: 760 }
  const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  await page.goto(`http://127.0.0.1:${server.port}/desk`)
  await page.getByRole('button', { name: 'Sign in as Olga' }).click()
  await page.getByText('Charged twice in June', { exact: true }).waitFor()
  await page.getByText(/^Next: /).waitFor()
  await page.screenshot({ path: join(import.meta.dirname, '../docs/desk.png') })
  await browser.close()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
