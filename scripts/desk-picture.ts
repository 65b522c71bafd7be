import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startCasegate } from '../bench/servers/server-process.ts'
import { buildDesk } from '../test/support/browser/build-desk.ts'

// Writes docs/desk.png: case 1001 of the demonstration data in the desk, after some work on it. Needs Chromium.

const caseInstanceId = '1001'
const input = { caseInstanceId, categoryCode: 'BILLING', typeCode: 'REFUND' }
const note = { text: 'Invoice 2026-06-114 was indeed collected twice, on 3 and on 5 June.', internal: true }
const question = { text: 'We see both payments. May we refund the second one to the same account?' }
const answer = { text: 'Yes, please. Thank you!' }

const olga = { 'service-touchpoint': 'desk', 'service-token': 'demo-operator-olga' }
const odette = { 'service-touchpoint': 'desk', 'service-token': 'demo-operator-odette' }
const paula = { 'service-touchpoint': 'web', 'service-token': 'demo-party-paula' }

const folder = mkdtempSync(join(tmpdir(), 'desk-picture-'))
const server = await startCasegate({ DATA_DIR: folder })
const url = `http://127.0.0.1:${server.port}`
try {
  await change('assignCase', { caseInstanceId, email: 'olga@example.com' }, odette)
  await change('addComments', { caseInstanceId, comments: [note] }, olga)
  await change('updateCase', { ...input, status: 'Waiting for customer' }, olga)
  await change('addComments', { caseInstanceId, comments: [question] }, olga)
  await change('addComments', { caseInstanceId, comments: [answer] }, paula)
  await change('updateCase', { ...input, resolution: 'Refunded' }, odette)
  await takePicture()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function change(mutation: string, values: object, headers: Record<string, string>): Promise<void> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`
  const query = `mutation ($input: ${type}) { result: ${mutation}(input: $input) { ... on MutationError { message } } }`
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables: { input: values } }),
  })
  const { data, errors } = (await response.json()) as { data?: { result: { message?: string } }; errors?: unknown }
  if (errors || data?.result.message) throw new Error(`${mutation}: ${JSON.stringify(errors ?? data)}`)
}

async function takePicture(): Promise<void> {
  buildDesk()
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
  const viewport = { width: 1280, height: 760 }
  const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  await page.goto(`${url}/desk/cases/${caseInstanceId}`)
  await page.getByRole('button', { name: 'Sign in as Olga' }).click()
  await page.getByText('Imported').waitFor()
  await page.getByLabel('Message').fill('The refund is on its way. It reaches your account within ten working days.')
  await page.getByLabel('Message').blur()
  await page.screenshot({ path: join(import.meta.dirname, '../docs/desk.png') })
  await browser.close()
}
