import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { press, problemAt, useDesk } from '../support/desk.ts'
import { sql } from '../support/database.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

const rows = (page: Page) => page.getByRole('listitem').allTextContents()

describe.runIf(hasBrowser)('the queue of the desk', () => {
  const desk = useDesk(server)

  test('shows status and assignee, and filters by URL', async () => {
    const id = await server.addCase({ status: 'In progress', assigneeEmail: 'olga@example.com' })
    const other = await server.addCase({ groupName: 'Billing team', typeCode: 'QUESTION', status: 'Closed' })
    const { page, complaints } = await desk.open('/')
    await page
      .getByRole('listitem')
      .filter({ hasText: `${id} Refund` })
      .getByText('In progress')
      .waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${id} Refund` })
      .getByText('Olga')
      .waitFor()
    expect((await rows(page)).join()).not.toContain(`${other}`)

    await page.getByLabel('Assigned to').selectOption('Me')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    await page.reload()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    expect(await page.getByLabel('Assigned to').inputValue()).toBe('me')

    await page.getByLabel('Assigned to').selectOption('Billing team')
    await page.getByText('No case matches.').waitFor()
    await page.getByLabel('Status').selectOption('All closed')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
    await page.getByLabel('Type').selectOption('Refund')
    await page.getByText('No case matches.').waitFor()
    await page.goBack()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
    expect(complaints).toEqual([])
  })

  test('searches the comments', async () => {
    const { page } = await desk.open('/')
    await page.getByLabel('Words in comments').fill('charged twice')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('1001 Refund')])
    await page.getByRole('link', { name: '1001 Refund' }).click()
    await page.getByRole('heading', { name: 'Refund 1001' }).waitFor()
    expect(page.url()).toMatch(/\/cases\/1001$/)
  })

  test('loads a long list to the end, each case once', async () => {
    const comments = [{ text: 'A long list.', authorEmail: 'olga@example.com' }]
    const ids: number[] = []
    for (let i = 0; i < 45; i++) ids.push(await server.addCase({ comments }))
    const { page, complaints } = await desk.open('/?text=%22long+list%22')
    await page.getByText('45 cases').waitFor()
    const more = page.getByRole('button', { name: 'Load more' })
    for (const count of [20, 40]) {
      await expect.poll(async () => (await rows(page)).length).toBe(count)
      await more.click()
    }
    await expect.poll(async () => (await rows(page)).length).toBe(45)
    expect(await more.count()).toBe(0)
    const shown = (await rows(page)).map((text) => Number.parseInt(text))
    expect(new Set(shown)).toEqual(new Set(ids))
    expect(complaints).toEqual([])
  })

  test('takes the next case of the group and opens it, or says that none is waiting', async () => {
    await sql(server.database, 'update cases set group_id = null')
    const id = await server.addCase({ groupName: 'Billing team' })
    const { page, complaints } = await desk.open('/', 'odette')
    await press(page, 'Take next')
    await page.getByRole('heading', { name: `Refund ${id}` }).waitFor()
    await page.getByText('Operator: none → odette@example.com').waitFor()
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await press(page, 'Take next')
    await page.getByText('No case is waiting.').waitFor()
    expect(complaints).toEqual([])
  })

  test('creates a case, with the problems next to their inputs', async () => {
    const { page, complaints } = await desk.open('/cases/new')
    await press(page, 'Create')
    await expect.poll(() => problemAt(page, 'Type')).toContain('Choose a type.')
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByLabel('Severity, 1 worst').fill('9')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await page.getByLabel("Customer's email address").fill('nobody@example.com')
    await press(page, 'Create')
    await expect
      .poll(() => problemAt(page, 'Severity, 1 worst'))
      .toContain('Severity, 1 worst must be a whole number from 1 to 5.')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await press(page, 'Create')
    await expect.poll(() => problemAt(page, "Customer's email address")).toContain('Check the address.')
    await page.getByLabel("Customer's email address").fill('paula@example.com')
    await page.getByLabel('First comment').fill('No signal since noon.')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^Incident \d+$/ }).waitFor()
    await page.getByText('No signal since noon.').waitFor()
    await page.getByText('Network and devices · Paula, paula@example.com').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows parties their own cases, and lets them create one', async () => {
    const { page, complaints } = await desk.open('/', 'pedro')
    await page.getByRole('heading', { name: 'Your cases' }).waitFor()
    await expect.poll(() => rows(page)).toHaveLength(2)
    expect(await page.getByRole('button', { name: 'Take next' }).count()).toBe(0)
    expect(await page.getByLabel('Assigned to').count()).toBe(0)
    await page.getByRole('link', { name: 'New case' }).click()
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    expect(await page.getByLabel("Customer's email address").count()).toBe(0)
    await page.getByLabel('First comment').fill('Where is my invoice?')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^Question \d+$/ }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe.runIf(hasBrowser)('signing in', () => {
  const desk = useDesk(server)

  test('rejects an invalid session', async () => {
    const { page, complaints } = await desk.visit('/')
    await page.getByLabel('Session').selectOption('Another session')
    await page.getByLabel('Touchpoint').fill('desk')
    await page.getByLabel('Token').fill('unknown')
    await press(page, 'Sign in')
    await page.getByRole('alert').getByText('A valid touchpoint').waitFor()
    expect(complaints).toEqual([])
  })

  test('survives a reload, and holds for one browser tab until signing out or the end of the session', async () => {
    const { page, complaints } = await desk.open('/cases/1001')
    await page.reload()
    await page.getByRole('heading', { name: 'Refund 1001' }).waitFor()
    const opened = page.context().waitForEvent('page')
    await page.evaluate(() => window.open(location.href, '_blank', 'noopener'))
    await (await opened).getByLabel('Session').waitFor()
    await press(page, 'Sign out')
    await page.reload()
    await page.getByLabel('Session').waitFor()
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Refund 1001' }).waitFor()
    await page.evaluate(() => sessionStorage.setItem('session', '{"touchpoint":"desk","token":"demo-expired"}'))
    await page.reload()
    await page.getByLabel('Session').waitFor()
    expect(complaints).toEqual([])
  })
})
