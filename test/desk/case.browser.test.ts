import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { find, press, expectProblem, problemAt, useDesk } from '../support/browser/desk.ts'
import { change } from '../support/requests/changes.ts'
import { useServer } from '../support/server/server.ts'

const serial = { name: 'serial', label: 'Serial number', kind: 'TEXT', maximumLength: 20, required: 'WHEN_CLOSED' }
const tags = [
  { code: 'LAMP', label: 'Red lamp' },
  { code: 'VIP', label: 'Very important' },
]
const thanks = 'Hello {{customer.firstname}},\n\nthank you for {{case.id}}.\n\n{{operator.firstname}}'
const replies = [
  { code: 'THANKS', label: 'Thanks', text: thanks },
  { code: 'WAIT', label: 'Please wait', text: 'We look into it.' },
  { code: 'OLD', label: 'Please wait for a letter', text: 'By post.', active: false },
]
const server = useServer({
  data: { types: [{ code: 'COMPLAINT', name: 'Complaint', fields: [serial] }], tags, replies },
})

const found = async (options: Locator) => (await options.allTextContents()).map((text) => text.trim())

describe.runIf(hasBrowser)('the case page of the desk', () => {
  const desk = useDesk(server)

  test('saves each value by itself, and shows each problem next to its input and the change in the conversation', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await page.getByLabel('Status').selectOption('In progress')
    await conversation.getByText('Status: Open → In progress').waitFor()
    await page.getByLabel('Priority').selectOption('Urgent')
    // The changes of one moment are one line, which opens.
    await conversation.getByText('Olga changed 2 values').waitFor()
    expect(await conversation.getByText('Priority: Normal → Urgent').isVisible()).toBe(false)
    await page.getByLabel('Goodwill refund').check()
    await conversation.getByText('Olga changed 3 values').click()
    await conversation.getByText('Goodwill refund: no → yes').waitFor()
    const input = page.getByLabel('Invoices concerned')
    await input.fill('500')
    await page.getByLabel('Amount to refund').focus()
    await expectProblem(page, 'Invoices concerned', 'Invoices concerned must be a whole number from 1 to 120.')
    expect(await problemAt(page, 'Amount to refund')).toBeNull()
    expect(await server.version(id)).toBe(4)
    await page.keyboard.type('0')
    await input.fill('2')
    await input.press('Enter')
    await conversation.getByText('Invoices concerned: 1 → 2').waitFor()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('In progress')
  })

  test('names a case by its subject, else by its first message, on the page, in the tab and in the list', async () => {
    const comments = [{ text: 'My lamp is red.\nSince noon.', authorEmail: 'paula@example.com' }]
    const id = await server.addCase({ comments })
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByRole('heading', { name: `${id} My lamp is red.`, exact: true }).waitFor()
    await press(page, 'Edit the subject')
    await page.getByLabel('Subject').fill(' A red lamp ')
    await press(page, 'Save')
    await page.getByRole('heading', { name: `${id} A red lamp` }).waitFor()
    await expect.poll(() => page.title()).toBe(`${id} A red lamp · Casegate`)
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.getByRole('link', { name: `${id} A red lamp` }).waitFor()
  })

  test('moves a case to another type, with the inputs for it', async () => {
    const id = await server.addCase({ typeCode: 'QUESTION' })
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await press(page, 'Save')
    await page.getByText(/^Olga changed \d values/).click()
    await page.getByText('Type: Question → Incident').waitFor()
    await press(page, 'Saved replies')
    await page.getByRole('option', { name: 'Default answer' }).click()
    expect(await page.getByLabel('Message').inputValue()).toContain('Please restart the router')
  })

  test('finds saved replies after a slash, shows how they read, and inserts one so that it can be undone', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const { keyboard } = page
    const input = page.getByLabel('Message')
    const options = page.getByRole('listbox').getByRole('option')
    const preview = page.getByRole('note', { name: 'Preview' })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.postData() ?? ''))
    const loads = () => requests.filter((body) => body.includes('query SavedReplies')).length
    await input.click()
    expect(loads()).toBe(0)
    await keyboard.type('/')
    await expect.poll(() => found(options)).toEqual(['Default answer', 'Please wait', 'Thanks'])
    expect(loads()).toBe(1)
    // Keys only move.
    await keyboard.press('ArrowUp')
    const text = `Hello Paula,\n\nthank you for ${id}.\n\nOlga`
    await expect.poll(() => preview.innerText()).toBe(text)
    const reached = await input.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${reached}"]`).textContent()).toContain('Thanks')
    expect(await input.inputValue()).toBe('/')
    expect(await accessibilityViolations(page)).toEqual([])
    await keyboard.type('please w')
    await expect.poll(() => found(options)).toEqual(['Please wait'])
    await keyboard.press('Control+Enter')
    expect(await input.inputValue()).toBe('We look into it.')
    await keyboard.press('Control+z')
    expect(await input.inputValue()).toBe('/please w')
    expect(await options.count()).toBe(0)
    await input.fill('Dear Paula,')
    await keyboard.press('Enter')
    await keyboard.type(' /tha')
    await keyboard.press('Enter')
    expect(await input.inputValue()).toBe(`Dear Paula,\n ${text}`)
  })

  test('takes a slash as text after Escape, within a line, and where no reply is found', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const { keyboard } = page
    const options = page.getByRole('listbox').getByRole('option')
    await page.getByRole('tab', { name: 'Internal note' }).click()
    const input = page.getByLabel('Note', { exact: true })
    await input.click()
    await keyboard.type('/')
    await options.first().waitFor()
    await keyboard.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    await keyboard.type('thanks and/')
    expect(await options.count()).toBe(0)
    await keyboard.press('Enter')
    await keyboard.type('/var/log')
    expect(await options.count()).toBe(0)
    await keyboard.press('Enter')
    expect(await input.inputValue()).toBe('/thanks and/\n/var/log\n')
    await input.fill('')
    await press(page, 'Saved replies')
    await keyboard.type('look')
    await page.getByText('Nothing found.').first().waitFor()
    for (let i = 0; i < 'look'.length; i++) await keyboard.press('Backspace')
    await page.getByRole('option', { name: 'Please wait' }).click()
    expect(await input.inputValue()).toBe('We look into it.')
    expect(await page.locator('.replies').count()).toBe(0)
    // The button adds after what is written.
    await input.fill('So:')
    await input.blur()
    await press(page, 'Saved replies')
    await keyboard.type('wai')
    await expect.poll(() => found(options)).toEqual(['Please wait'])
    await keyboard.press('Enter')
    expect(await input.inputValue()).toBe('So:\n\nWe look into it.')
    await press(page, 'Add note')
    await page.getByRole('region', { name: 'Conversation' }).getByText('We look into it.').waitFor()
  })

  test('says which fields are needed to close a case, and closes it when they are there', async () => {
    const id = await server.addCase({ typeCode: 'COMPLAINT' })
    const { page } = await desk.open(`/cases/${id}`)
    const input = page.getByLabel('Serial number (needed to close)')
    await input.waitFor()
    await page.getByLabel('Status').selectOption('Resolved')
    await expectProblem(
      page,
      'Serial number (needed to close)',
      'Serial number must be a text of at most 20 characters. It is needed to close the case.',
    )
    expect(await server.version(id)).toBe(1)
    await input.fill('A-17')
    await input.blur()
    await page.getByText('Olga changed 2 values').click()
    await page.getByText('Serial number: none → A-17').waitFor()
    await page.getByText('Status: Open → Resolved').waitFor()
  })

  test('finds whom a case can be assigned to by what is typed, with the numbers of open cases, and assigns with Enter or a click', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const { keyboard } = page
    const input = page.getByRole('combobox', { name: 'Assigned to' })
    const options = page.getByRole('listbox').getByRole('option')
    await input.click()
    await expect
      .poll(async () => (await options.allTextContents()).map((text) => text.replace(/\d+ open cases?$/, '').trim()))
      .toEqual(['Me Olga', 'Nobody', 'Odette odette@example.com', 'Billing team', 'Field engineers'])
    await page.getByRole('option', { name: /^Odette odette@example.com \d+ open case/ }).waitFor()
    // Keys only move to a choice, and leaving the input applies none.
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    const reached = await input.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${reached}"]`).textContent()).toContain('Odette')
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
    await keyboard.press('Tab')
    await input.focus()
    await keyboard.type('ode')
    await keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    expect(await server.version(id)).toBe(1)
    await keyboard.type('xyz')
    await page.getByText('Nothing found.').waitFor()
    await keyboard.press('Enter')
    await input.fill('ode')
    await keyboard.press('Enter')
    await page.getByText('Operator: none → Odette').waitFor({ state: 'attached' })
    expect(await server.version(id)).toBe(2)
    await expect.poll(() => input.inputValue()).toBe('Odette')
    await find(page, 'Assigned to', 'Billing team')
    await page.getByText('Group: none → Billing team').waitFor({ state: 'attached' })
    await find(page, 'Assigned to', 'Me')
    await page.getByText('Operator: none → Olga').waitFor({ state: 'attached' })
    await find(page, 'Assigned to', 'Nobody')
    await page.getByText('Operator: Olga → none').waitFor({ state: 'attached' })
  })

  test('tags a case with #, as one types, lists the cases of a tag, and changes the tags of several', async () => {
    const [id, other] = [await server.addCase(), await server.addCase()]
    const { page } = await desk.open(`/cases/${id}`)
    const shown = page.getByRole('region', { name: 'Tags' })
    await shown.waitFor()
    await page.keyboard.press('#')
    await page.getByRole('option', { name: 'Very important' }).waitFor()
    await page.keyboard.type('red')
    await page.getByRole('option', { name: 'Red lamp' }).waitFor()
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await shown.getByText('Red lamp').waitFor()
    await page.getByText('Tags: none → Red lamp').waitFor({ state: 'attached' })
    await press(page, 'Remove the tag Red lamp')
    await press(page, 'Undo')
    await page.getByText('The tags were restored.').waitFor()
    await shown.getByText('Red lamp').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.goto(page.url().replace(/cases.*/, '?tag=LAMP'))
    await page.getByRole('link', { name: 'Tag: Red lamp' }).waitFor()
    await expect.poll(() => page.locator('[data-case-row]').count()).toBe(1)
    await page.getByRole('link', { name: 'Tag: Red lamp' }).click()
    for (const each of [id, other]) await page.locator(`[data-case-row="${each}"]`).getByRole('checkbox').check()
    await find(page, 'Add a tag', 'Very important')
    await page.getByText('2 of 2 cases changed.').waitFor()
    await page.locator(`[data-case-row="${other}"]`).getByText('Very important').waitFor()
    await press(page, 'Undo')
    await page.getByText('2 of 2 cases have their former values.').waitFor()
    await expect.poll(() => page.locator('[data-case-row] .tag').allTextContents()).toEqual(['Red lamp'])
  })

  test('links a case to another one by its number with l, and the link can be undone and removed', async () => {
    const [id, other] = [await server.addCase(), await server.addCase({ subject: 'The other lamp' })]
    const { page } = await desk.open(`/cases/${id}`)
    const linked = page.getByRole('region', { name: 'Linked cases' })
    await linked.waitFor()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Other case' }).fill(`${other}`)
    await page.getByLabel('This case', { exact: true }).selectOption('is part of the other case')
    await page.getByRole('combobox', { name: 'Other case' }).fill(`${other}`)
    await page.getByRole('option', { name: `${other} The other lamp` }).waitFor()
    await page.keyboard.press('Enter')
    await linked.getByRole('link', { name: `${other} The other lamp` }).waitFor()
    await linked.getByText('Part of').waitFor()
    await page.getByText(`Part of case ${other}`).waitFor()
    await press(page, 'Undo')
    await page.getByText('The link was removed again.').waitFor()
    await expect.poll(() => linked.getByRole('link').count()).toBe(0)
    await change(server.url, 'linkCases', { caseInstanceId: id, otherCaseId: other, kind: 'RELATED' }, odette)
    await press(page, `Remove the link to case ${other}`)
    await page.getByText('Link removed.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('undoes a link that replaced another one with that one', async () => {
    const [id, other] = [await server.addCase(), await server.addCase({ subject: 'The other lamp' })]
    await change(server.url, 'linkCases', { caseInstanceId: id, otherCaseId: other, kind: 'RELATED' }, odette)
    const { page } = await desk.open(`/cases/${id}`)
    const linked = page.getByRole('region', { name: 'Linked cases' })
    await linked.getByText('Related').waitFor()
    await page.keyboard.press('l')
    await page.getByLabel('This case', { exact: true }).selectOption('is part of the other case')
    await page.getByRole('combobox', { name: 'Other case' }).fill(`${other}`)
    await page.getByRole('option', { name: `${other} The other lamp` }).click()
    await linked.getByText('Part of').waitFor()
    await press(page, 'Undo')
    await page.getByText('The link was restored.').waitFor()
    await expect.poll(() => linked.getByText('Related').count()).toBe(1)
  })

  test('merges a case after saying what will happen, shows its conversation in the other one, and can undo it', async () => {
    const comments = [{ text: 'The first lamp is red.', authorEmail: 'paula@example.com' }]
    const [id, other] = [await server.addCase({ comments }), await server.addCase({ subject: 'All lamps are red' })]
    const { page } = await desk.open(`/cases/${id}`)
    await press(page, 'Merge into …')
    await page.getByRole('combobox', { name: 'Merge into' }).fill('All lamps')
    await page.getByRole('option', { name: `${other} All lamps are red` }).click()
    await page.getByText(`Case ${id} gets the status Closed.`).waitFor()
    await page.getByText(`New messages from Paula go to case ${other}.`).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await server.version(id)).toBe(1)
    await press(page, `Merge into ${other}`)
    await page.getByRole('heading', { name: `${other} All lamps are red` }).waitFor()
    await page.getByText(`Conversation of case ${id}`).click()
    await page.getByText('The first lamp is red.').last().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Undo')
    await page.getByText(`The merge of case ${id} was reversed.`).waitFor()
    await page
      .getByRole('link', { name: `${id} The first lamp is red.` })
      .first()
      .click()
    await page.getByRole('heading', { name: `${id} The first lamp is red.` }).waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('Open')
  })

  test('leads from a merged case to the one that it was merged into', async () => {
    const [id, other] = [await server.addCase(), await server.addCase({ subject: 'All lamps are red' })]
    await change(server.url, 'mergeCase', { caseInstanceId: id, intoCaseId: other }, odette)
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByText('This case was merged into').waitFor()
    expect(await page.getByLabel('Message').count()).toBe(0)
    await press(page, 'Reverse the merge')
    await page.getByText('The merge was reversed.').waitFor()
    await page.getByLabel('Message').waitFor()
  })

  test('offers only what is permitted', async () => {
    const offered = (page: Page) =>
      Promise.all(['Message', 'Status', 'Assigned to', 'Resolution'].map((label) => page.getByLabel(label).count()))
    const system = await desk.open('/cases/1006')
    await system.page.getByText('Cases in a system category cannot be updated.').waitFor()
    await system.page.getByLabel('Assigned to').waitFor()
    expect(await offered(system.page)).toEqual([1, 0, 1, 0])
    await system.page.goto(system.page.url().replace(/[^/]+$/, 'nothing'))
    await system.page.getByText('Case nothing does not exist, or you cannot access it.').waitFor()
  })

  test('saves what others have not changed, and asks before it overwrites what they have', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Amount to refund').fill('12')
    const target = { caseInstanceId: `${id}`, categoryCode: 'BILLING', typeCode: 'REFUND' }
    const caseData = { amount: 42.5, invoiceCount: 7, goodwill: false }
    await change(server.url, 'updateCase', { ...target, status: 'Resolved', caseData }, odette)
    // What is being typed stays, and the other values change.
    await expect.poll(() => page.getByLabel('Invoices concerned').inputValue()).toBe('7')
    expect(await page.getByLabel('Amount to refund').inputValue()).toBe('12')
    await page.getByLabel('Amount to refund').blur()
    await page.getByText('Amount to refund: 42.5 → 12').waitFor()
    expect(await server.version(id)).toBe(3)
    await page.getByLabel('Amount to refund').fill('13')
    await change(server.url, 'updateCase', { ...target, caseData: { ...caseData, amount: 50 } }, odette)
    await page.getByText('Amount to refund: 12 → 50').waitFor()
    await page.getByLabel('Amount to refund').blur()
    await page.getByText('Amount to refund: Odette changed it to 50. You entered: 13.').waitFor()
    expect(await server.version(id)).toBe(4)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save anyway')
    await page.keyboard.press('Enter')
    await page.getByText('Amount to refund: 50 → 13').waitFor()
    await page.getByLabel('Amount to refund').fill('14')
    await change(server.url, 'updateCase', { ...target, caseData: { ...caseData, amount: 60 } }, odette)
    await page.getByText('Amount to refund: 13 → 60').waitFor()
    await page.getByLabel('Amount to refund').blur()
    await press(page, 'Use the latest')
    expect(await page.getByLabel('Amount to refund').inputValue()).toBe('60')
  })

  test('loads a long timeline to the end, comments and changes together and in order', async () => {
    const texts = Array.from({ length: 45 }, (_, i) => `Comment ${i}.`)
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString()
    const comments = texts.map((text, i) => ({ text, authorEmail: 'olga@example.com', createdAt: at(i) }))
    const id = await server.addCase({ comments })
    await change(server.url, 'assignCase', { caseInstanceId: `${id}`, groupName: 'Billing team' })
    const { page } = await desk.open(`/cases/${id}`)
    const timeline = page.getByRole('region', { name: 'Conversation' })
    await timeline.getByText('Comment 44.').waitFor()
    const shown = timeline.getByText('Comment 26.')
    const top = async () => Math.round((await shown.boundingBox())!.y)
    // What is older is loaded when somebody scrolls up to it, and nothing moves.
    expect(await timeline.getByText('Comment 24.').count()).toBe(0)
    await timeline.evaluate((element) => element.scrollTo(0, 300 - element.scrollHeight))
    const before = await top()
    await timeline.getByText('Comment 24.').waitFor()
    expect(await top()).toBe(before)
    await page.keyboard.press('f')
    await page.getByText('All messages are loaded.').waitFor()
    await timeline.getByText('Comment 0.').waitFor()
    expect(await top()).toBe(before)
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
    const entries = await timeline.getByRole('listitem').allTextContents()
    expect(entries.at(-1)).toContain('Assigned by Olga')
    expect(
      entries.filter((entry) => entry.includes('Comment')).map((entry) => /Comment \d+\./.exec(entry)?.[0]),
    ).toEqual(texts)
  })
})
