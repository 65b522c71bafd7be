import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser/browser.ts'
import { focused, press, useDesk } from '../support/browser/desk.ts'
import { ada, odette, pedro } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import { useServer } from '../support/server/server.ts'

const serial = { name: 'serial', label: 'Serial number', kind: 'TEXT', maximumLength: 20, required: 'WHEN_CLOSED' }
const server = useServer({
  data: {
    types: [{ code: 'COMPLAINT', name: 'Complaint', fields: [serial] }],
    admins: [{ email: 'ada@example.com', firstname: 'Ada' }],
    sessions: [{ token: ada.token, touchpointCode: ada.touchpoint, login: 'ADMIN', email: 'ada@example.com' }],
  },
})

describe.runIf(hasBrowser)('the desk says what is true', () => {
  const desk = useDesk(server)

  test('names what is needed to close a case, when a message is sent and when several cases are changed', async () => {
    const comments = [{ text: 'Rhubarb.', authorEmail: 'paula@example.com' }]
    const id = await server.addCase({ typeCode: 'COMPLAINT', comments })
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Message').fill('It is solved.')
    await press(page, 'Send and …')
    await page.getByRole('menuitem', { name: 'Set status Resolved' }).click()
    const needed = 'Serial number must be a text of at most 20 characters. It is needed to close the case.'
    await page.getByRole('link', { name: needed }).click()
    expect(await focused(page)).toBe('Serial number (needed to close)')
    await page.goto(page.url().replace(/cases.*/, '?text=rhubarb'))
    await page.getByLabel(`Select ${id} Rhubarb.`).check()
    await page.getByLabel('Set status').selectOption('Resolved')
    await page.getByText(`${id} Rhubarb.: ${needed}`).waitFor()
  })

  test('loads a case once for a change of its viewer', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Status', { exact: true }).waitFor()
    let loads = 0
    const failed: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('query OpenCase')) loads++
    })
    page.on('requestfailed', (request) => void failed.push(request.postData() ?? ''))
    await page.getByLabel('Priority', { exact: true }).selectOption('Urgent')
    await page.getByText('Priority: Normal → Urgent').waitFor()
    // The news of another change tells that those of this one have arrived.
    await change(server.url, 'patchCase', { caseInstanceId: `${id}`, status: 'Resolved' }, odette)
    await page.getByText('Status: Open → Resolved').waitFor()
    expect([loads, failed]).toEqual([2, []])
  })

  test('tries again to load the queue by itself and at the press of a button', { tags: ['nightly'] }, async () => {
    const { page } = await desk.open('/cases/1001')
    const failing = { json: { errors: [{ message: 'Later.', extensions: { code: 'UNAVAILABLE' } }] } }
    await page.route('**/desk/graphql', (route, request) =>
      request.postData()?.includes('query Cases') ? route.fulfill(failing) : route.fallback(),
    )
    await page.getByRole('link', { name: 'All open' }).first().click()
    await press(page, 'Try again')
    await page.unroute('**/desk/graphql')
    await page.locator('[data-case-row]').first().waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('keeps the focus in the name of a view, and understands a decimal comma', async () => {
    const id = await server.addCase()
    const { page } = await desk.open('/?text=refund')
    await press(page, 'Save as a view')
    await expect.poll(() => focused(page)).toBe('Name')
    await page.keyboard.press('Escape')
    await page.goto(page.url().replace(/\?.*/, `cases/${id}`))
    await page.getByLabel('Amount to refund').fill('17,5')
    await page.getByLabel('Amount to refund').press('Enter')
    await page.getByText('Amount to refund: 42.5 → 17.5').waitFor()
    await press(page, 'Edit the subject')
    await page.getByLabel('Subject').fill('Another')
    await page.keyboard.press('Escape')
    await press(page, 'Undo')
    await press(page, 'Edit the subject')
    expect(await page.getByLabel('Subject').inputValue()).toBe('Another')
  })

  test('prints the whole conversation and nothing else', async () => {
    const comments = Array.from({ length: 45 }, (_, i) => ({ text: `Comment ${i}.`, authorEmail: 'olga@example.com' }))
    const id = await server.addCase({ comments })
    for (const person of ['olga', 'paula'] as const) {
      const { page } = await desk.open(`/cases/${id}`, person)
      await page.getByText('Comment 44.').waitFor()
      await page.evaluate(() => {
        window.print = () => void (document.title = 'printed')
      })
      await page.keyboard.press('Control+p')
      await expect.poll(() => page.title()).toBe('printed')
      await page.emulateMedia({ media: 'print' })
      const talk = page.getByRole('region', { name: 'Conversation' })
      for (const shown of ['Comment 0.', 'Comment 44.']) expect(await talk.getByText(shown).isVisible()).toBe(true)
      expect(await page.getByRole('button').count()).toBe(0)
      // Nothing is cut off at the end of a box that scrolls.
      const scrolled = () =>
        [...document.querySelectorAll('main *')].filter(
          (each) => each.clientHeight > 0 && getComputedStyle(each).overflowY === 'auto',
        ).length
      expect(await page.evaluate(scrolled)).toBe(0)
      await page.emulateMedia({ media: null })
    }
  })

  // Last: nobody else is this customer afterwards.
  test('answers no customer whose data was erased, and shows where messages were', async () => {
    const id = await server.addCase({ partyEmail: 'pedro@example.com' })
    const message = { caseInstanceId: `${id}`, comments: [{ text: 'My number is 815.' }] }
    await change(server.url, 'addComments', message, pedro)
    const [person] = await sql<{ id: string }>(
      server.database,
      `select id from persons where email = 'pedro@example.com'`,
    )
    const admin = await desk.open(`/people/edit?id=person:${person!.id}`, 'ada')
    await press(admin.page, 'Erase')
    const dialog = admin.page.getByRole('alertdialog')
    await dialog.getByText('What stays: the cases with their subjects, values and histories').waitFor()
    await dialog.getByLabel('To confirm, enter pedro@example.com').fill('pedro@example.com')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await admin.page.getByText('The personal data was erased.').waitFor()
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByText('The data of the customer was erased. You can write notes.').waitFor()
    await page.getByText('Wrote a message that was removed by Erased').waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/Reply to|erased\.invalid|waits/)
    await page.getByLabel('Note').fill('Nobody to answer.')
    await press(page, 'Add note')
    await page.getByText('Note added.').waitFor()
  })
})
