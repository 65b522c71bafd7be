import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { focused, press, problemAt, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { mutate } from '../support/requests/mutations.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: {
    touchpoints: [{ code: 'desk', name: "Operators' desk", allTypeCategories: true, registers: ['PARTY'] }],
  },
})

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

  test('shows what others have added, on focus, after a click on Cases, and every minute unless it is hidden', async () => {
    const { page, complaints } = await desk.open('/')
    const add = async (values = {}) => {
      const id = await server.addCase(values)
      return () => page.getByRole('link', { name: `${id} Refund` }).waitFor()
    }
    await page.getByRole('listitem').first().waitFor()
    const shownOnFocus = await add()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await shownOnFocus()
    const shownAfterClick = await add()
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await shownAfterClick()

    await page.clock.install()
    await page.reload()
    const waiting = page.getByText(/^\d+ waiting for your groups/)
    const before = Number.parseInt((await waiting.textContent()) ?? '')
    let loaded = 0
    page.on('request', (request) => {
      if (request.postData()?.includes('query Cases')) loaded++
    })
    const hide = (hidden: boolean) =>
      page.evaluate((value) => Object.defineProperty(document, 'hidden', { value, configurable: true }), hidden)
    await hide(true)
    const shownEveryMinute = await add({ groupName: 'Billing team' })
    await page.clock.runFor(120_000)
    await hide(false)
    await page.clock.runFor(60_000)
    await shownEveryMinute()
    await page.getByText(`${before + 1} waiting for your groups`).waitFor()
    expect(loaded).toBe(1)
    expect(complaints).toEqual([])
  })

  test('finds cases by number, by address and by the start of words', async () => {
    const { page, complaints } = await desk.open('/?assigned=nobody')
    const search = async (text: string) => {
      await page.getByLabel('Search cases').fill(text)
      await page.keyboard.press('Enter')
    }
    await search('char twi')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('1001 Refund')])
    expect(await page.getByLabel('Assigned to').inputValue()).toBe('nobody')
    await search('PEDRO@example.com')
    await expect.poll(() => rows(page)).toContainEqual(expect.stringContaining('1003 Question'))
    expect((await rows(page)).every((row) => row.includes('Pedro'))).toBe(true)
    expect(await page.getByLabel('Search cases').inputValue()).toBe('PEDRO@example.com')
    await page.getByLabel('Status').selectOption('In progress')
    await search('twice')
    await page.getByText('No case matches.').waitFor()
    await search('#1001')
    await page.getByRole('heading', { name: 'Refund 1001' }).waitFor()
    // From any page.
    await search('"1001"')
    await page.getByText('No case matches.').waitFor()
    await page.getByRole('link', { name: 'Include closed cases' }).click()
    await expect.poll(() => page.url()).toContain('status=any')
    await search('999999')
    await page.getByText('Case 999999 does not exist').waitFor()
    expect(complaints).toEqual([])
  })

  test('offers only active statuses, which differ in color', async () => {
    const one = await server.addCase({ status: 'In progress' })
    const two = await server.addCase({ status: 'Open' })
    const { page } = await desk.open('/')
    const color = (id: number, status: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: `${id} Refund` })
        .getByText(status, { exact: true })
        .evaluate((label) => getComputedStyle(label).color)
    expect(await color(one, 'In progress')).not.toBe(await color(two, 'Open'))
    const options = page.getByLabel('Status').locator('option')
    expect(await options.allTextContents()).not.toContain('Escalated by telex')
    await page.goto(new URL('/desk/?status=name:Escalated+by+telex', page.url()).href)
    await page.getByText('No case matches.').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('name:Escalated by telex')

    // A case keeps a status that has become inactive, which is marked.
    const old = await server.addCase({ status: 'Escalated by telex' })
    await page.goto(new URL(`/desk/cases/${old}`, page.url()).href)
    await page.getByLabel('Status').waitFor()
    expect(await page.getByLabel('Status').locator('option:checked').textContent()).toBe(
      'Escalated by telex (inactive)',
    )
  })

  test('assigns the selected cases, and shows the result of each', async () => {
    const comments = [{ text: 'Quincunx.', authorEmail: 'olga@example.com' }]
    const ids: number[] = []
    for (let i = 0; i < 3; i++) ids.push(await server.addCase({ comments }))
    const [first, changed, last] = ids
    const { page, complaints } = await desk.open('/?text=quinc')
    await page.getByLabel('Select the first 3 cases').check()
    await page.getByText('3 cases selected').waitFor()
    await page.getByLabel(`Select ${first} Refund`).uncheck()
    await page.getByText('2 cases selected').waitFor()
    await page.getByLabel(`Select ${first} Refund`).check()
    await press(page, 'Assign')
    await expect.poll(() => problemAt(page, 'Assign to')).toContain('Choose an operator or a group.')
    await mutate(server.url, 'assignCase', { caseInstanceId: `${changed}`, email: 'olga@example.com' }, odette)
    await page.getByLabel('Assign to', { exact: true }).selectOption('Billing team')
    await press(page, 'Assign')
    await page.getByText('2 of 3 cases assigned').waitFor()
    await page.getByText(`${changed} Refund: not assigned. Someone else has changed the case`).waitFor()
    for (const id of [first, last]) {
      await page.getByText(`${id} Refund: assigned.`).waitFor()
      await page
        .locator('[data-case-row]')
        .filter({ hasText: `${id} Refund` })
        .getByText('Billing team')
        .waitFor()
    }
    await page
      .locator('[data-case-row]')
      .filter({ hasText: `${changed} Refund` })
      .getByText('Olga')
      .waitFor()
    expect(await page.getByText(/cases? selected$/).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('has shortcuts, which do nothing while typing and can be turned off', async () => {
    const comments = [{ text: 'Xylograph.', authorEmail: 'olga@example.com' }]
    const below = `${await server.addCase({ comments })} Refund`
    const above = `${await server.addCase({ comments })} Refund`
    const { page, complaints } = await desk.open('/?text=xylo')
    await page.getByRole('link', { name: above }).waitFor()
    const { keyboard } = page
    const pressing = async (key: string) => {
      await keyboard.press(key)
      return focused(page)
    }
    expect(await pressing('j')).toBe(above)
    expect(await pressing('j')).toBe(below)
    expect(await pressing('j')).toBe(below)
    expect(await pressing('k')).toBe(above)
    expect(await pressing('/')).toBe('Search cases')
    await keyboard.type('j/k?')
    expect(await page.getByLabel('Search cases').inputValue()).toContain('j/k?')
    await page.getByRole('link', { name: above }).focus()
    await keyboard.press('?')
    await page.getByRole('dialog').getByText('Next case in the list').waitFor()
    await page.getByLabel('Use shortcuts').uncheck()
    await keyboard.press('Escape')
    await page.getByRole('link', { name: above }).focus()
    expect(await pressing('j')).toBe(above)
    expect(complaints).toEqual([])
  })

  test("shows the customer's other cases beside a case, which open in tabs of the same session", async () => {
    const comments = [{ text: 'Zugzwang.', authorEmail: 'olga@example.com' }]
    const other = await server.addCase()
    const id = await server.addCase({ comments })
    const { page, complaints } = await desk.open('/?text=zugz')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: `${id} Refund` }).click({ button: 'middle' })
    const tab = await opened
    await tab.getByRole('heading', { name: `Refund ${id}` }).waitFor()
    expect(page.url()).toContain('?text=zugz')
    const others = tab.getByRole('region', { name: "Customer's other cases" })
    await others.getByRole('link', { name: `${other} Refund` }).waitFor()
    expect(await others.getByText(`${id} Refund`).count()).toBe(0)
    await others.getByRole('link', { name: /^All \d+ cases$/ }).waitFor()
    await others.getByRole('link', { name: `${other} Refund` }).click()
    await tab.getByRole('heading', { name: `Refund ${other}` }).waitFor()
    await others.getByRole('link', { name: `${id} Refund` }).waitFor()
    expect(complaints).toEqual([])
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
    await page.getByText('1 waiting for Billing team').waitFor()
    await press(page, 'Take next')
    await page.getByRole('heading', { name: `Refund ${id}` }).waitFor()
    await page.getByText('Operator: none → odette@example.com').waitFor()
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await press(page, 'Take next')
    await page.getByText('There is no case for you to take.').waitFor()
    await page.getByText('0 waiting for Billing team').waitFor()
    await page.getByRole('link', { name: /^\d+ unassigned$/ }).click()
    await expect.poll(() => page.getByLabel('Assigned to').inputValue()).toBe('nobody')
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

  test('creates a case of a new customer, or says that the touchpoint does not register any', async () => {
    const email = 'petra@example.com'
    const enter = async (page: Page) => {
      await page.getByLabel("Customer's first name").fill(' Petra ')
      await press(page, 'Create')
      await expect
        .poll(() => problemAt(page, "Customer's first name"))
        .toContain('The first name requires the email address.')
      await page.getByLabel("Customer's email address").fill(email)
    }
    const { page, complaints } = await desk.open('/cases/new')
    await enter(page)
    await page.getByLabel("Customer's first name").fill('')
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    await press(page, 'Create')
    await expect
      .poll(() => problemAt(page, "Customer's email address"))
      .toContain('To register one, send the first name.')
    await page.getByLabel("Customer's first name").fill('Petra')
    await press(page, 'Create')
    await page.getByText(`Billing and payments · Petra, ${email}`).waitFor()

    const partner = await desk.open('/cases/new', 'omarAtPartner')
    await enter(partner.page)
    await partner.page.getByLabel("Customer's email address").fill('pierre@example.com')
    await press(partner.page, 'Create')
    await expect
      .poll(() => problemAt(partner.page, "Customer's email address"))
      .toContain('must belong to an active customer. This touchpoint does not register customers.')
    expect([...complaints, ...partner.complaints]).toEqual([])
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
