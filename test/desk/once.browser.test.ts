import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, overflow } from '../support/browser/browser.ts'
import { find, holdMutation, press, useDesk } from '../support/browser/desk.ts'
import { odette } from '../support/requests/credentials.ts'
import { change } from '../support/requests/changes.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const longName = 'X'.repeat(120)

const server = useServer({
  data: {
    statuses: [{ name: longName }],
    operatorGroups: [{ name: longName }],
    parties: [{ email: 'x@example.com', firstname: longName }],
    touchpoints: [
      {
        code: 'web',
        name: 'Web site',
        typeCategories: [{ typeCode: 'QUESTION', categoryCode: 'BILLING', modifyCases: true }],
      },
    ],
  },
})

/** Leaves requests that contain a text without an answer. */
const block = (page: Page, text: string) =>
  page.route('**/desk/graphql', (route, request) => (request.postData()?.includes(text) ? undefined : route.fallback()))

const asked = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
const comments = [{ text: 'Pomegranate.', authorEmail: 'paula@example.com' }]

describe.runIf(hasBrowser)('the desk does nothing twice, and nothing by being looked at', () => {
  const desk = useDesk(server)

  test('takes one case while its key is held, or its button is clicked twice', async () => {
    for (let i = 0; i < 3; i++) await server.addCase({ comments, groupName: 'Billing team' })
    const { page } = await desk.open('/cases/1001')
    let taken = 0
    await page.route('**/desk/graphql', (route, request) => {
      if (request.postData()?.includes('mutation TakeNext')) taken++
      return route.fallback()
    })
    await page.getByLabel('Message').waitFor()
    for (let i = 0; i < 3; i++) await page.keyboard.down('t')
    await page.getByRole('heading', { name: 'Pomegranate.' }).waitFor()
    for (let i = 0; i < 3; i++) await page.keyboard.down('t')
    await page.keyboard.up('t')
    await page.getByRole('button', { name: 'Take next' }).dblclick()
    await expect.poll(() => taken).toBe(2)
  })

  test('opens no page over the one that was opened meanwhile, and says what was done', async () => {
    const id = await server.addCase({ comments, groupName: 'Billing team' })
    const { page } = await desk.open('/cases/1001')
    const list = page.getByRole('link', { name: 'All open' }).first()
    const steps = [
      ['TakeNext', /^Case \d+ is assigned to you now\.$/, () => press(page, 'Take next')],
      [
        'CreateCase',
        /^Case \d+ was created\.$/,
        async () => {
          await page.getByRole('link', { name: 'New case' }).click()
          await page.getByLabel('Type').selectOption('Billing and payments: Question')
          await page.getByLabel('Subject').fill('Meanwhile')
          await press(page, 'Create')
        },
      ],
    ] as const
    for (const [mutation, said, send] of steps) {
      const held = await holdMutation(page, mutation)
      await send()
      await held.sent
      await list.click()
      await page.locator(`[data-case-row="${id}"]`).waitFor()
      const address = page.url()
      held.release()
      await page.getByText(said).waitFor()
      expect(page.url()).toBe(address)
      await page.unroute('**/desk/graphql')
    }
  })

  test('says on another page that a merge was rejected', async () => {
    const [id, other] = [await server.addCase(), await server.addCase({ subject: 'Quince marmalade' })]
    const { page } = await desk.open(`/cases/${id}`)
    await press(page, 'Merge into …')
    await page.getByRole('combobox', { name: 'Merge into' }).fill('Quince')
    await page.getByRole('option', { name: `${other} Quince marmalade` }).click()
    await page.getByText(`Case ${id} gets the status Closed.`).waitFor()
    const held = await holdMutation(page, 'MergeCase')
    await press(page, `Merge into ${other}`)
    await held.sent
    // The dialog covers the links of the page.
    await page.evaluate(() => history.pushState(null, '', '/desk/'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await change(server.url, 'mergeCase', { caseInstanceId: id, intoCaseId: other }, odette)
    held.release()
    await page.getByText(`Case ${id}: Not merged.`).waitFor()
    expect(page.url()).toBe(`${server.url}/desk/`)
  })

  test('saves a status that was reached with the keys when it is applied, and undoes it', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const status = page.getByLabel('Status', { exact: true })
    await status.waitFor()
    await page.keyboard.press('s')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await press(page, 'Apply: Status')
    await page.getByText('Saved.').waitFor()
    expect(await server.version(id)).toBe(2)
    await press(page, 'Undo')
    await page.getByText('The former value is back.').waitFor()
    await expect.poll(() => status.inputValue()).toBe('Open')
    await status.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await status.inputValue()).toBe('Open')
    await status.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => server.version(id)).toBe(4)
    await change(server.url, 'patchCase', { caseInstanceId: `${id}`, status: 'Waiting for customer' }, odette)
    await press(page, 'Undo')
    await page.getByText('Someone else has changed it since. Nothing was undone.').waitFor()
  })

  test('undoes the latest changes one after the other with a key', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Status', { exact: true }).selectOption('In progress')
    await page.getByText('Saved.').waitFor()
    await find(page, 'Assigned to', 'Billing team')
    await page.getByText('Assigned.').waitFor()
    await page.getByRole('heading', { level: 2 }).first().focus()
    await page.keyboard.press('z')
    await page.getByText('The former assignment is back.').waitFor()
    await page.keyboard.press('z')
    await page.getByText('The former value is back.').waitFor()
    const [row] = await sql(server.database, `select status, group_id as "group" from cases where id = ${id}`)
    expect(row).toEqual({ status: 'Open', group: null })
  })

  test('shows a status and an assignment before they are saved, in the case and in its row', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/desk/graphql', async (route, request) => {
      if (request.postData()?.includes('mutation ')) await promise
      return route.fallback()
    })
    await find(page, 'Assigned to', 'Billing team')
    await page.getByLabel('Status', { exact: true }).selectOption('In progress')
    const header = page.locator('.case-header')
    await header.getByText('Billing team').waitFor()
    await header.getByText('In progress').waitFor()
    await page.getByText('Saving …').waitFor()
    await page.getByRole('link', { name: 'All open' }).first().click()
    const row = page.locator(`[data-case-row="${id}"]`)
    await row.getByText('Billing team').waitFor()
    await row.getByText('In progress').waitFor()
    expect(await server.version(id)).toBe(1)
    resolve()
    await expect.poll(() => server.version(id)).toBe(3)
  })

  test('undoes the last of two changes, although the case was not loaded again between them', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const priority = page.getByLabel('Priority', { exact: true })
    await priority.waitFor()
    await page.route('**/desk/graphql', (route) =>
      route.request().postData()?.includes('mutation') ? route.continue() : undefined,
    )
    for (const [value, version] of [
      ['HIGH', 2],
      ['URGENT', 3],
    ] as const) {
      await priority.selectOption(value)
      await expect.poll(() => server.version(id)).toBe(version)
    }
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('The former value is back.').waitFor()
    const [row] = await sql<{ priority: string }>(server.database, 'select priority from cases where id = $1', [id])
    expect(row).toEqual({ priority: 'HIGH' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('changes several cases when it is applied, and undoes those that nobody has changed since', async () => {
    const same = [{ text: 'Quinoa.', authorEmail: 'olga@example.com' }]
    const [first, second] = [await server.addCase({ comments: same }), await server.addCase({ comments: same })]
    const { page } = await desk.open('/?text=quinoa&status=any')
    const row = (id: number) => page.locator('[data-case-row]').filter({ hasText: `${id} Quinoa.` })
    await page.getByLabel('Select all cases shown').check()
    await page.getByLabel('Set status').focus()
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown')
    expect([await server.version(first), await server.version(second)]).toEqual([1, 1])
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2 cases changed.').waitFor()
    await row(first).getByText('In progress').waitFor()
    await change(server.url, 'patchCase', { caseInstanceId: `${second}`, status: 'Resolved' }, odette)
    await press(page, 'Undo')
    await page.getByText('1 of 2 cases have their former values.').waitFor()
    await row(first).getByText('Open').waitFor()
    await row(second).getByText('Resolved').waitFor()
    await page.getByLabel(`Select ${first} Quinoa.`).check()
    await find(page, 'Assign to', 'Billing team')
    await row(first).getByText('Billing team').waitFor()
    await press(page, 'Undo')
    await row(first).getByText('Unassigned').waitFor()
  })

  test('is in conflict with others, and not with itself', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const status = page.getByLabel('Status', { exact: true })
    await status.waitFor()
    // The page does not know the version that it has made.
    await block(page, 'subscription ')
    await page.reload()
    await status.waitFor()
    await block(page, 'query OpenCase')
    await status.selectOption('In progress')
    await page.getByText('Saved.').waitFor()
    await status.selectOption('Waiting for customer')
    await expect.poll(() => server.version(id)).toBe(3)
    await find(page, 'Assigned to', 'Odette')
    await page.getByText('Assigned.').waitFor()
    await find(page, 'Assigned to', 'Field engineers')
    await expect.poll(() => server.version(id)).toBe(5)
    await page.unrouteAll()
    await block(page, 'subscription ')
    await page.reload()
    await status.waitFor()
    await change(server.url, 'assignCase', { caseInstanceId: `${id}`, groupName: 'Billing team' }, odette)
    await find(page, 'Assigned to', 'Odette')
    await page.getByText('Someone else has changed the assignment. Now: Billing team. You chose: Odette.').waitFor()
    await press(page, 'Assign anyway')
    await page.getByText('Operator: none → Odette').waitFor({ state: 'attached' })
  })

  test('closes a case with a double click, and opens it again for a message', async () => {
    const id = await server.addCase({ ...asked, comments })
    const { page } = await desk.open(`/cases/${id}`, 'paula', { viewport: { width: 390, height: 800 } })
    const { x, y, width, height } = (await page.getByRole('button', { name: 'It is solved' }).boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByText('Status: Resolved').waitFor()
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByLabel('The case is closed. Is something missing?').fill('It broke again.')
    expect(await server.version(id)).toBe(2)
    await page.keyboard.press('Control+Enter')
    await page.getByText('The case is open again. We answer here.').waitFor()
    await page.getByText('Status: New').waitFor()
  })

  test.each([1280, 390])('shows long words, links and lines of other directions %i pixels wide', async (width) => {
    const long = 'X'.repeat(200)
    const texts = [
      `${'y'.repeat(300)}\nשלום\nHello`,
      'See (https://en.wikipedia.org/wiki/Ticket_(admission)), 「https://example.com/日本」。 and javascript:alert(1)',
    ]
    const id = await server.addCase({
      ...asked,
      subject: long,
      comments: texts.map((text) => ({ text, authorEmail: 'paula@example.com' })),
    })
    for (const person of ['olga', 'paula'] as const) {
      const { page } = await desk.open(`/cases/${id}`, person, { viewport: { width, height: 800 } })
      await page.getByText('See (').waitFor()
      await page.getByLabel(/^(Your m|M)essage$/).fill(long)
      expect(await overflow(page)).toBe(0)
      const links = page.getByRole('region', { name: 'Conversation' }).locator('.text a')
      expect(await links.allTextContents()).toEqual([
        'https://en.wikipedia.org/wiki/Ticket_(admission)',
        'https://example.com/日本',
      ])
      const isRight = await page.getByText('Hello').evaluate((element) => {
        const range = document.createRange()
        const text = element.firstChild!
        const start = text.textContent!.indexOf('ש')
        range.setStart(text, start)
        range.setEnd(text, start + 4)
        return range.getBoundingClientRect().right > element.getBoundingClientRect().right - 20
      })
      expect(isRight).toBe(true)
    }
  })

  test('shows long names of a customer, a status and a group in a narrow page', async () => {
    const id = await server.addCase({ ...asked, partyEmail: 'x@example.com', status: longName, groupName: longName })
    const { page } = await desk.open(`/cases/${id}`, 'olga', { viewport: { width: 390, height: 800 } })
    await page.getByRole('tab', { name: 'Internal note' }).click()
    expect(await overflow(page)).toBe(0)
  })

  test('shows a dialog above everything else', async () => {
    const { page } = await desk.open('/')
    await press(page, 'Keyboard shortcuts')
    await page.getByRole('dialog').waitFor()
    const isCovered = () => document.elementFromPoint(300, 20)?.closest('.bar') === null
    expect(await page.evaluate(isCovered)).toBe(true)
  })
})
