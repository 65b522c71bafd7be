import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasBrowser, useBrowser } from '../support/browser.ts'
import { useServer } from '../support/server.ts'
import { copyExample, installExample, type Preview, previewExample, runScript } from '../support/web-example.ts'

// Packages are installed, and pages are built.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 })

const server = useServer()
let folder: string

beforeAll(async () => {
  await installExample()
  folder = copyExample()
})

describe.runIf(hasBrowser)('the page', () => {
  const browser = useBrowser()
  let preview: Preview

  beforeAll(async () => {
    const { status, output } = await runScript(folder, 'build')
    if (status !== 0) throw new Error(`The example cannot be built:\n${output}`)
    preview = await previewExample(folder, server.url)
  })
  afterAll(() => preview?.close())

  async function signIn(session: string, options?: BrowserContextOptions) {
    const visit = await browser.visit(preview.url, options)
    await visit.page.getByLabel('Session').selectOption(session)
    await visit.page.getByRole('button', { name: 'Sign in' }).click()
    return visit
  }

  async function openCase(id: number | string, session = olga, options?: BrowserContextOptions) {
    const visit = await signIn(session, options)
    await visit.page.getByLabel('Case number').fill(`${id}`)
    await visit.page.keyboard.press('Enter')
    return visit
  }

  test('updates a case, and shows each problem next to its input and the updated case', async () => {
    const id = await server.addCase()
    const { page, complaints } = await openCase(id)
    await expect.poll(() => page.getByLabel('Amount to refund').inputValue()).toBe('42.5')
    await page.getByLabel('Status').fill('Lost')
    await page.getByLabel('Amount to refund').fill('')
    await page.getByLabel('Invoices concerned').fill('500')
    await page.getByRole('button', { name: 'Update' }).click()

    await expect.poll(() => problemAt(page, 'Status')).toContain('status must be one of:')
    expect(await problemAt(page, 'Amount to refund')).toContain('amount must be a decimal')
    expect(await problemAt(page, 'Invoices concerned')).toContain('invoiceCount must be an integer from 1 to 120.')
    expect(await problemAt(page, 'Resolution')).toBeNull()
    expect(await focused(page)).toBe('Status')
    expect(await violations(page)).toEqual([])
    expect(await server.version(id)).toBe(1)

    await page.getByLabel('Status').fill('In progress')
    await page.getByLabel('Amount to refund').fill('40.10')
    await page.getByLabel('Invoices concerned').fill('2')
    await page.getByLabel('Goodwill refund').check()
    await page.getByLabel('New comment').fill('Looked into it.')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText(`Case ${id} is updated.`).waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('status: Open → In progress').waitFor()
    await history.getByText('caseData, amount: 42.5 → 40.1').waitFor()
    await history.getByText('caseData, goodwill: false → true').waitFor()
    await page.getByRole('region', { name: 'Comments' }).getByText('Looked into it.').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('In progress')
    expect(complaints).toEqual([])
  })

  test('moves a case to a pair from the lookup, with the inputs for its type', async () => {
    const id = await server.addCase({ typeCode: 'QUESTION' })
    const { page, complaints } = await openCase(id)
    const type = page.getByLabel('Type')
    await expect.poll(() => type.locator('option').allTextContents()).toContain('Network and devices: Incident')
    expect(await page.getByRole('group', { name: 'Case data' }).count()).toBe(0)
    await type.selectOption('Network and devices: Incident')
    await page.getByText('Please restart the router').waitFor()
    await page.getByLabel('Severity, 1 worst').fill('9')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => problemAt(page, 'Severity, 1 worst')).toContain('an integer from 1 to 5')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('typeCode: QUESTION → INCIDENT').waitFor()
    expect(complaints).toEqual([])
  })

  test('assigns a case, and shows problems next to their inputs', async () => {
    const id = await server.addCase()
    const { page, complaints } = await openCase(id)
    const email = page.getByLabel("Operator's email address")
    const group = page.getByLabel("Or a group's name")
    const assign = () => page.getByRole('button', { name: 'Assign' }).click()
    await group.waitFor()
    await assign()
    await page.getByRole('form', { name: 'Assign' }).getByText('Fill in one of the two fields.').waitFor()
    await email.fill('oona@example.com')
    await assign()
    await expect.poll(() => problemAt(page, "Operator's email address")).toContain('Choose another operator')
    await email.fill('')
    await group.fill('Nobody')
    await assign()
    await expect.poll(() => problemAt(page, "Or a group's name")).toContain('Check the name.')
    expect(await problemAt(page, "Operator's email address")).toBeNull()
    await group.fill('Billing team')
    await assign()
    await page.getByText('Assigned to Billing team.').waitFor()
    await page.getByText('group: none → Billing team').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows parties only their own cases, without assignment and internal comments', async () => {
    const comments = [{ text: 'Between us.', authorEmail: 'olga@example.com', internal: true }]
    const id = await server.addCase({ comments })
    const others = await server.addCase({ partyEmail: 'pedro@example.com' })
    const { page, complaints } = await openCase(id, paula)
    await page.getByRole('button', { name: 'Update' }).waitFor()
    expect(await page.getByRole('button', { name: 'Assign' }).count()).toBe(0)
    expect(await page.getByText('Between us.').count()).toBe(0)
    for (const number of [others, 'nothing']) {
      await page.getByLabel('Case number').fill(`${number}`)
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByText(`Case ${number} does not exist, or you cannot change it.`).waitFor()
    }
    expect(complaints).toEqual([])
  })

  test('rejects a sign-in with an invalid session', async () => {
    const { page, complaints } = await browser.visit(preview.url)
    await page.getByLabel('Session').selectOption('Another session')
    await page.getByLabel('Touchpoint').fill('desk')
    await page.getByLabel('Token').fill('unknown')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('A valid touchpoint').waitFor()
    expect(await page.getByLabel('Case number').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('can be used with only the keyboard', async () => {
    const { page } = await browser.visit(preview.url)
    const { keyboard } = page
    const tab = async (to: string) => {
      await keyboard.press('Tab')
      expect(await focused(page)).toBe(to)
    }
    await page.getByLabel('Session').waitFor()
    await tab('Session')
    await tab('Sign in')
    await keyboard.press('Enter')
    await page.getByLabel('Case number').waitFor()
    await page.getByLabel('Case number').focus()
    await keyboard.type('1003')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Case 1003' }).waitFor()
    for (const to of ['Open', 'Type', 'Status', 'Resolution', 'New comment', 'For operators only', 'Update'])
      await tab(to)
  })

  test.each<[string, BrowserContextOptions]>([
    ['a wide screen', { viewport: { width: 1280, height: 900 } }],
    ['a narrow one', { viewport: { width: 390, height: 800 } }],
    ['a dark one', { colorScheme: 'dark' }],
  ])('is accessible on %s, before and after signing in', async (_what, options) => {
    const first = await browser.visit(preview.url, options)
    expect(await violations(first.page)).toEqual([])
    const { page } = await openCase(1001, olga, options)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    expect(await violations(page)).toEqual([])
    const width = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(width)).toBe(0)
  })
})

test('the example does not compile if an error code has no message', async () => {
  const changed = copyExample()
  const schema = join(changed, 'schema.graphql')
  const codes = /(enum (?:Update|Assign)CaseErrorCode \{)/g
  writeFileSync(schema, readFileSync(schema, 'utf8').replace(codes, '$1\n  """A new one."""\n  brandNew\n'))
  expect(await runScript(changed, 'codegen')).toMatchObject({ status: 0 })
  const { status, output } = await runScript(changed, 'types')
  expect(status).not.toBe(0)
  const errors = output.split('\n').filter((line) => line.includes('error TS'))
  expect(errors).toHaveLength(2)
  for (const error of errors) expect(error).toMatch(/^src\/problems\.ts.*"brandNew".*'never'/)
})

const olga = 'Olga, operator at the desk'
const paula = 'Paula, customer on the web'

/** The problem of an input, as displayed and as announced by screen readers; null if there is none. */
async function problemAt(page: Page, label: string): Promise<string | null> {
  const input = page.getByLabel(label, { exact: true })
  if ((await input.getAttribute('aria-invalid')) !== 'true') return null
  const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ')
  const texts = ids.map((id) => page.locator(`[id="${id}"]:visible`).textContent())
  return (await Promise.all(texts)).join(' ')
}

/** The label or the text of the focused element. */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    const labels = element && 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    return labels?.[0]?.textContent ?? element?.textContent
  })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  // The text is evaluated in the page, where axe is.
  const found = await page.evaluate('axe.run()')
  return (found as { violations: { id: string; nodes: { html: string }[] }[] }).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
  )
}
