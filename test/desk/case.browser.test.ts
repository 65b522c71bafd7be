import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { focused, press, problemAt, useDesk } from '../support/browser/desk.ts'
import { mutate } from '../support/requests/mutations.ts'
import { useServer } from '../support/server/server.ts'

const serial = { name: 'serial', label: 'Serial number', kind: 'TEXT', maximumLength: 20, required: 'WHEN_CLOSED' }
const server = useServer({ data: { types: [{ code: 'COMPLAINT', name: 'Complaint', fields: [serial] }] } })

describe.runIf(hasBrowser)('the case page of the desk', () => {
  const desk = useDesk(server)

  test('updates a case, and shows each problem next to its input and the change in the timeline', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Amount to refund').fill('')
    await page.getByLabel('Invoices concerned').fill('500')
    await press(page, 'Update')
    const amount = 'Amount to refund must be a number from 0.01 to 100000 with at most 2 decimals.'
    const invoices = 'Invoices concerned must be a whole number from 1 to 120.'
    await expect.poll(() => problemAt(page, 'Amount to refund')).toContain(amount)
    expect(await problemAt(page, 'Invoices concerned')).toContain(invoices)
    expect(await problemAt(page, 'Resolution')).toBeNull()
    expect(await focused(page)).toBe(`There are 2 problems${amount}${invoices}`)
    expect(await server.version(id)).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('Amount to refund')
    await page.keyboard.type('12')
    // The same problem again gets the focus again.
    for (let i = 0; i < 2; i++) {
      await press(page, 'Update')
      await expect.poll(() => focused(page)).toBe(`There is a problem${invoices}`)
      await page.getByLabel('Status').focus()
    }

    await page.getByLabel('Status').selectOption('In progress')
    await page.getByLabel('Amount to refund').fill('40.10')
    await page.getByLabel('Invoices concerned').fill('2')
    await page.getByLabel('Goodwill refund').check()
    await press(page, 'Update')
    await page.getByText('Case updated.').waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Status: Open → In progress').waitFor()
    await timeline.getByText('Amount to refund: 42.5 → 40.1').waitFor()
    await timeline.getByText('Goodwill refund: no → yes').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('In progress')
    expect(complaints).toEqual([])
  })

  test('moves a case to another type, with the inputs for it', async () => {
    const id = await server.addCase({ typeCode: 'QUESTION' })
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByText('Please restart the router').waitFor()
    await page.getByLabel('Severity, 1 worst').fill('2')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await press(page, 'Update')
    await page.getByText('Type: Question → Incident').waitFor()
    await page.getByRole('heading', { name: `Incident ${id}` }).waitFor()
    expect(complaints).toEqual([])
  })

  test('says which fields are needed to close a case', async () => {
    const id = await server.addCase({ typeCode: 'COMPLAINT' })
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const input = page.getByLabel('Serial number (needed to close)')
    await input.waitFor()
    await page.getByLabel('Status').selectOption('Resolved')
    await press(page, 'Update')
    await expect
      .poll(() => problemAt(page, 'Serial number (needed to close)'))
      .toContain('Serial number must be a text of at most 20 characters. It is needed to close the case.')
    await input.fill('A-17')
    await press(page, 'Update')
    await page.getByText('Serial number: none → A-17').waitFor()
    expect(complaints).toEqual([])
  })

  test('offers whom a case can be assigned to, assigns and unassigns it', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const select = page.getByLabel('Operator or group')
    await expect
      .poll(() => select.locator('option').allTextContents())
      .toEqual(['Choose', 'Odette, odette@example.com', 'Olga, olga@example.com', 'Billing team', 'Field engineers'])
    await press(page, 'Assign')
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toContainEqual(expect.stringContaining('Choose an operator or a group.'))
    await select.selectOption('Billing team')
    await press(page, 'Assign')
    await page.getByText('Group: none → Billing team').waitFor()
    await select.selectOption('Olga, olga@example.com')
    await press(page, 'Assign')
    await page.getByText('Operator: none → olga@example.com').waitFor()
    await press(page, 'Unassign')
    await page.getByText('Operator: olga@example.com → none').waitFor()
    expect(complaints).toEqual([])
  })

  test('offers only what is permitted', async () => {
    const forms = ['Comment', 'Update', 'Assign']
    const offered = (page: {
      getByRole: (role: 'form', o: { name: string; exact: boolean }) => { count(): Promise<number> }
    }) => Promise.all(forms.map((name) => page.getByRole('form', { name, exact: true }).count()))
    const comments = [{ text: 'Between us.', authorEmail: 'olga@example.com', internal: true }]
    const own = await desk.open(`/cases/${await server.addCase({ comments })}`, 'paula')
    await own.page.getByText('Imported').waitFor()
    expect(await offered(own.page)).toEqual([1, 1, 0])
    expect(await own.page.getByText('Between us.').count()).toBe(0)
    expect(await own.page.getByLabel('For operators only').count()).toBe(0)
    expect(await own.page.getByLabel('Status').count()).toBe(1)
    expect(await own.page.getByLabel('Resolution').count()).toBe(0)

    const system = await desk.open('/cases/1006')
    await system.page.getByText('Cases in a system category cannot be updated.').waitFor()
    expect(await offered(system.page)).toEqual([1, 0, 1])

    for (const hidden of [await server.addCase({ partyEmail: 'pedro@example.com' }), 'nothing']) {
      await own.page.goto(own.page.url().replace(/[^/]+$/, `${hidden}`))
      await own.page.getByText(`Case ${hidden} does not exist, or you cannot access it.`).waitFor()
    }
    expect([...own.complaints, ...system.complaints]).toEqual([])
  })

  test("shows another person's change and keeps it, and saves the input after a review", async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await page.getByLabel('Resolution').selectOption('Refunded')
    await page.getByLabel('Amount to refund').fill('12')
    const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
    const caseData = { amount: 42.5, invoiceCount: 7, goodwill: false }
    await mutate(server.url, 'updateCase', { caseInstanceId: `${id}`, ...codes, status: 'Resolved', caseData }, odette)

    await press(page, 'Update')
    await page.getByText('Someone else has changed the case. Nothing was saved.').waitFor()
    expect(await focused(page)).toContain('Someone else has changed the case. Nothing was saved.')
    const notice = page.locator('[aria-live="polite"]').filter({ hasText: 'This case has changed since you opened it' })
    await notice.getByText('Updated by Odette').waitFor()
    await notice.getByText('Status: Open → Resolved').waitFor()
    await notice.getByText('Invoices concerned: 1 → 7').waitFor()
    expect(await server.version(id)).toBe(2)
    // The values of both people, none of them lost.
    expect(await page.getByLabel('Status').inputValue()).toBe('Resolved')
    expect(await page.getByLabel('Invoices concerned').inputValue()).toBe('7')
    expect(await page.getByLabel('Resolution').inputValue()).toBe('Refunded')
    expect(await page.getByLabel('Amount to refund').inputValue()).toBe('12')

    await press(page, 'Continue')
    await press(page, 'Update')
    await page.getByText('Case updated.').waitFor()
    await page.getByText('Resolution: Unresolved → Refunded').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('Resolved')
    expect(await server.version(id)).toBe(3)

    // What others do is shown while the viewer writes.
    await page.getByLabel('New comment').fill('Half a sent')
    const colleague = await desk.open(`/cases/${id}`, 'odette')
    await colleague.page.getByLabel('Operator or group').selectOption('Billing team')
    await press(colleague.page, 'Assign')
    await notice.getByText('Group: none → Billing team').waitFor()
    await page.keyboard.type('ence.')
    expect(await page.getByLabel('New comment').inputValue()).toBe('Half a sentence.')

    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await mutate(server.url, 'updateCase', { caseInstanceId: `${id}`, ...codes, status: 'Open' }, odette)
    await page.goBack()
    await page.getByText('Status: Resolved → Open').waitFor()
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('Open')
    expect(await notice.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('loads a long timeline to the end, comments and changes together and in order', async () => {
    const texts = Array.from({ length: 45 }, (_, i) => `Comment ${i}.`)
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString()
    const comments = texts.map((text, i) => ({ text, authorEmail: 'olga@example.com', createdAt: at(i) }))
    const id = await server.addCase({ comments })
    await mutate(server.url, 'assignCase', { caseInstanceId: `${id}`, groupName: 'Billing team' })
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const older = page.getByRole('button', { name: 'Show older' })
    await older.click()
    await timeline.getByText('Comment 5.').waitFor()
    await older.click()
    await timeline.getByText('Comment 0.').waitFor()
    expect(await older.count()).toBe(0)
    const entries = await timeline.getByRole('listitem').allTextContents()
    expect(entries[0]).toContain('Assigned by Olga')
    expect(
      entries.filter((entry) => entry.includes('Comment')).map((entry) => /Comment \d+\./.exec(entry)?.[0]),
    ).toEqual(texts.toReversed())
    expect(complaints).toEqual([])
  })
})
