import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser/browser.ts'
import { press, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const note = { name: 'serial', label: 'Serial number', kind: 'TEXT', maximumLength: 200, required: 'NEVER' }
const server = useServer({
  env: { TRUST_PROXY: 'on' },
  data: {
    types: [{ code: 'COMPLAINT', name: 'Complaint', fields: [note] }],
    touchpoints: [
      {
        code: 'web',
        name: 'Web site',
        typeCategories: [
          { typeCode: 'COMPLAINT', categoryCode: 'BILLING', modifyCases: true },
          { typeCode: 'QUESTION', categoryCode: 'BILLING', modifyCases: true },
        ],
      },
    ],
  },
})

/** Answers no mutation until the text was typed into the input. */
async function whileSending(send: () => Promise<void>, input: Locator, text: string): Promise<void> {
  const page = input.page()
  const { promise: typed, resolve } = Promise.withResolvers<void>()
  const { promise: sent, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/desk/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation ')) return route.fallback()
    arrive()
    await typed
    return route.fallback()
  })
  await send()
  await sent
  await input.pressSequentially(text)
  resolve()
}

const comments = [{ text: 'The first text.', authorEmail: 'olga@example.com', createdAt: new Date().toISOString() }]

describe.runIf(hasBrowser)('what is typed in the desk while a request is under way', () => {
  const desk = useDesk(server)
  const elsewhere = useDesk({
    ...server,
    get url() {
      return server.url.replace('127.0.0.1', 'plain-http.test')
    },
  })

  test('stays in a reply and in an edited comment', async () => {
    const { page } = await desk.open(`/cases/${await server.addCase({ comments })}`)
    const message = page.getByLabel('Message')
    await message.fill('We look.')
    await whileSending(() => message.press('Control+Enter'), message, ' And more.')
    await page.getByText('Sent.').waitFor()
    // The sent text was gone before.
    await expect.poll(() => message.inputValue()).toBe(' And more.')
    await page.getByRole('button', { name: 'Actions for the comment by Olga: The first text.' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edited = page.getByLabel('Edit comment')
    await edited.fill('Corrected.')
    await whileSending(() => edited.press('Control+Enter'), edited, ' Twice.')
    await page.getByText('Comment saved.').waitFor()
    expect(await edited.inputValue()).toBe('Corrected. Twice.')
    await edited.press('Escape')
    await edited.waitFor({ state: 'detached' })
    await press(page, 'Undo')
    expect(await edited.inputValue()).toBe('Corrected. Twice.')
  })

  test('stays in an answer, in a corrected message and in the information', async () => {
    const own = [{ ...comments[0]!, authorEmail: 'paula@example.com' }]
    const asked = { typeCode: 'COMPLAINT', categoryCode: 'BILLING', caseData: {} }
    const { page } = await desk.open(`/cases/${await server.addCase({ ...asked, comments: own })}`, 'paula')
    const answer = page.getByLabel('Your message')
    await answer.fill('It broke.')
    await whileSending(() => press(page, 'Send'), answer, ' Again.')
    await page.getByText('We have received it. We answer here.').waitFor()
    expect(await answer.inputValue()).toBe(' Again.')
    await press(page, 'Edit: The first text.')
    const corrected = page.getByLabel('Correct your message')
    await corrected.fill('Corrected.')
    await whileSending(() => press(page, 'Save'), corrected, ' Twice.')
    await page.getByText(', edited').waitFor()
    expect(await corrected.inputValue()).toBe('Corrected. Twice.')
    await press(page, 'Cancel')
    await press(page, 'Change')
    const field = page.getByLabel('Serial number (optional)')
    await field.fill('A')
    await whileSending(() => press(page, 'Save'), field, '-17')
    await page.getByText('Saved.').waitFor()
    expect(await field.inputValue()).toBe('A-17')
  })

  // Browsers give such pages neither crypto.randomUUID nor locks.
  test('is sent over plain http from another machine too, one case and several', { tags: ['nightly'] }, async () => {
    const id = await server.addCase({ comments })
    const { page } = await elsewhere.open(`/cases/${id}`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByLabel('Message').fill('Over plain http.')
    await press(page, 'Send')
    await page.getByText('Sent.').waitFor()
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.getByLabel(`Select ${id} The first text.`).check()
    await page.getByLabel('Set status').selectOption('In progress')
    await page.getByText('1 of 1 case changed.').waitFor()
    const [stored] = await sql(server.database, `select status from cases where id = ${id}`)
    expect(stored).toEqual({ status: 'In progress' })
  })

  // Last: the service gives its cases the IDs that the next added cases would have.
  test('stays in a new case and in a new request', async () => {
    const { page } = await desk.open('/cases/new')
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    const first = page.getByLabel('First message')
    await first.fill('No signal.')
    await whileSending(() => press(page, 'Create'), first, ' Since noon.')
    await page.getByText('The case was created: ').waitFor()
    expect(await first.inputValue()).toBe('Since noon.')
    const customer = await desk.open('/cases/new', 'paula')
    await customer.page.getByLabel('What is it about?').selectOption('Question')
    const text = customer.page.getByLabel('Your message')
    await text.fill('Where is it?')
    await whileSending(() => press(customer.page, 'Send'), text, ' Please.')
    await customer.page.getByText('The case was created: ').waitFor()
    expect(await text.inputValue()).toBe('Please.')
  })
})
