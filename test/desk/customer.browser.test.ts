import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, hasBrowser } from '../support/browser/browser.ts'
import { focused, press, expectProblem, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { olga } from '../support/requests/credentials.ts'
import { change } from '../support/requests/changes.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: {
    types: [
      {
        code: 'RETURN',
        name: 'Return',
        fields: [
          { name: 'order', label: 'Order number', kind: 'INTEGER', minimum: 1, required: 'WHEN_CLOSED' },
          { name: 'amount', label: 'Amount to return', kind: 'DECIMAL', settableBy: 'OPERATORS' },
        ],
      },
    ],
    typeCategories: [
      { typeCode: 'RETURN', categoryCode: 'BILLING', defaultAnswer: 'Keep the parcel until we have answered.' },
    ],
    touchpoints: [
      { code: 'web', name: 'Self-service web site', typeCategories: [{ typeCode: 'RETURN', categoryCode: 'BILLING' }] },
    ],
    // Customers can use only one status that counts as closed.
    statuses: [{ name: 'Closed', closed: true, settableBy: 'OPERATORS' }],
  },
})

/** What nobody but operators works with. */
const internalWords = /resolution|unresolved|amount|assign|imported|group|type category|priority|internal|operator/i

const phone: BrowserContextOptions = { viewport: { width: 390, height: 800 } }

const asked = { typeCode: 'RETURN', categoryCode: 'BILLING', caseData: { amount: 30 } }

async function expectClean(page: Page): Promise<void> {
  await expectAccessible(page)
  expect(await page.locator('body').innerText()).not.toMatch(internalWords)
}

describe.runIf(hasBrowser)('the desk of customers', () => {
  const desk = useDesk(server)

  test('sends a new case, and says what happens next', async () => {
    const { page, complaints } = await desk.open('/', 'paula', phone)
    await page.getByRole('heading', { name: 'Your cases' }).waitFor()
    await page.getByRole('link', { name: 'New case' }).click()
    await press(page, 'Send')
    await expectProblem(page, 'What is it about?', 'Choose what it is about.')
    await expectClean(page)
    await page.getByLabel('What is it about?').selectOption('Return')
    await page.getByText('Keep the parcel until we have answered.').waitFor()
    await page.getByLabel('In a few words (optional)').fill('Wrong size')
    await page.getByLabel('Your message').fill('It is too small.')
    await press(page, 'Send')
    await page.getByRole('heading', { name: 'Wrong size' }).waitFor()
    const id = page.url().split('/').at(-1)
    await page.getByText(`We have received it. Your case has the number ${id}. Next, one of us`).waitFor()
    await page.getByText('It is too small.').waitFor()
    await expectClean(page)
    await page.goBack()
    await page.getByRole('heading', { name: 'Your cases' }).waitFor()
    const own = page.getByRole('listitem').filter({ hasText: 'Wrong size' })
    await own.getByText(`Number ${id}`).waitFor()
    await own.getByText('You: It is too small.').waitFor()
    expect(complaints).toEqual([])
  })

  test.each<[string, BrowserContextOptions]>([
    ['a telephone, light', phone],
    ['a wide screen, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ])('shows a case as a conversation on %s, which closes when everything is known', async (_what, options) => {
    const comments = [
      { text: 'Where is my money?', authorEmail: 'paula@example.com' },
      { text: 'Between us.', authorEmail: 'olga@example.com', internal: true },
    ]
    const id = await server.addCase({ ...asked, comments, groupName: 'Billing team' })
    const { page } = await desk.open(`/cases/${id}`, 'paula', options)
    await page.getByRole('heading', { name: 'Where is my money?' }).waitFor()
    expect(await page.getByText('Between us.').count()).toBe(0)
    await expectClean(page)
    // What the operators write appears by itself.
    const conversation = page.getByRole('region', { name: 'Conversation' })
    const answer = { caseInstanceId: `${id}`, comments: [{ text: 'Which order is it?' }] }
    await change(server.url, 'addComments', answer, olga)
    await conversation.getByText('Which order is it?').waitFor()
    await page.getByLabel('Your message').fill('I look it up.')
    await press(page, 'Send')
    await page.getByText('We have received it. We answer here.').waitFor()
    await conversation.getByText('I look it up.').waitFor()
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    await press(page, 'It is solved')
    await expectProblem(page, 'Order number (needed to close)', 'It is needed to close')
    await expectClean(page)
    await page.getByLabel('Order number (needed to close)').fill('815')
    await press(page, 'Save')
    await page.getByRole('definition').filter({ hasText: '815' }).waitFor()
    await press(page, 'It is solved')
    await page.getByText('The case is closed. If something is missing, you can open it again here.').waitFor()
    await conversation.getByText('Status: Resolved').waitFor()
    await page.getByLabel('The case is closed. Is something missing?').fill('It came back.')
    await press(page, 'Send and open again')
    await conversation.getByText('Status: New').waitFor()
    await expectClean(page)
    const [stored] = await sql(server.database, `select status, case_data from cases where id = ${id}`)
    expect(stored).toMatchObject({ status: 'New', caseData: { order: 815, amount: 30 } })
  })

  test('lets customers correct what they have just written, and see only what is theirs', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const message = (text: string, minutes: number) => ({
      text,
      authorEmail: 'paula@example.com',
      createdAt: at(minutes),
    })
    const comments = [message('An old one.', 20), message('A new one.', 1)]
    const id = await server.addCase({ ...asked, assigneeEmail: 'olga@example.com', comments })
    const { page } = await desk.open(`/cases/${id}`, 'paula', phone)
    await press(page, 'Edit: A new one.')
    expect(await page.getByRole('button', { name: 'Edit: An old one.' }).count()).toBe(0)
    await page.getByLabel('Correct your message').fill(' ')
    await press(page, 'Save')
    await expectProblem(page, 'Correct your message', 'Write a message, or remove it.')
    await page.getByLabel('Correct your message').fill('A better one.')
    await press(page, 'Save')
    await page.getByText(', edited').waitFor()
    await press(page, 'Remove: A better one.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('A better one.').waitFor({ state: 'detached' })
    const other = await server.addCase({ ...asked, assigneeEmail: 'olga@example.com', subject: 'The same, again' })
    const merged = await change(server.url, 'mergeCase', { caseInstanceId: id, intoCaseId: other }, olga)
    expect(merged.case?.status).toBe('Closed')
    await page.getByText('We merged this case with another one of yours.').waitFor()
    await page.getByRole('link', { name: 'The same, again' }).click()
    await page.getByRole('heading', { name: 'The same, again' }).waitFor()
    for (const hidden of [await server.addCase({ partyEmail: 'pedro@example.com' }), 'nothing']) {
      await page.goto(page.url().replace(/[^/]+$/, `${hidden}`))
      await page.getByText(`There is no case ${hidden}, or it is not yours.`).waitFor()
    }
  })

  test('shows an answer at once, gives it back if it cannot be sent, and says when there is no connection', async () => {
    const id = await server.addCase({ ...asked, comments: [], subject: 'At once' })
    const { page, complaints } = await desk.open(`/cases/${id}`, 'paula', phone)
    const conversation = page.getByRole('region', { name: 'Conversation' })
    const held = Promise.withResolvers<void>()
    await page.route('**/desk/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation AddComments')) return route.continue()
      await held.promise
      return route.abort()
    })
    await page.getByLabel('Your message').fill('It rains in.')
    await press(page, 'Send')
    await conversation.getByText('It rains in.').waitFor()
    await conversation.getByText('Sending …').waitFor()
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    held.resolve()
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('It rains in.')
    await page.getByRole('alert').getByText('The service did not respond.').waitFor()
    expect(await conversation.getByText('It rains in.').count()).toBe(0)
    await page.unrouteAll()
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await press(page, 'Send')
    await page.getByText('We have received it. We answer here.').waitFor()
    complaints.splice(0)
  })

  test('can be used with only the keyboard', async () => {
    const id = await server.addCase({ ...asked, comments: [], subject: 'By keyboard' })
    const { page } = await desk.open('/', 'paula', phone)
    await page.getByRole('link', { name: 'By keyboard' }).waitFor()
    const reached: (string | null | undefined)[] = []
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      reached.push(await focused(page))
    }
    expect(reached).toEqual(['Skip to the page', 'Casegate', 'Paula', 'Sign out', 'New case', 'By keyboard'])
    await page.keyboard.press('Enter')
    await page.getByLabel('Your message').waitFor()
    expect(page.url()).toContain(`/cases/${id}`)
    for (const target of ['← Your cases', 'Add information', 'Your message']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(target)
    }
    await page.keyboard.type('Hello?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('We have received it.').waitFor()
  })
})
