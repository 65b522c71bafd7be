import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { focused, press, expectProblem, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: { touchpoints: [{ code: 'desk', name: "Operators' desk", allTypeCategories: true, registers: ['PARTY'] }] },
})

/** Its row is not in the feed. */
const expiredCursor = Buffer.from('1:1:1').toString('base64url')

async function addCases(count: number, values: Parameters<typeof server.addCase>[0]): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push(await server.addCase(values))
  return ids
}

const row = (page: Page, text: string) => page.locator('[data-case-row]').filter({ hasText: text })
const rows = (page: Page) => page.locator('[data-case-row]').allTextContents()

describe.runIf(hasBrowser)('the queue of the desk', () => {
  const desk = useDesk(server)

  test('shows status and assignee, and filters by URL', async () => {
    const id = await server.addCase({ status: 'In progress', assigneeEmail: 'olga@example.com' })
    const other = await server.addCase({ groupName: 'Billing team', typeCode: 'QUESTION', status: 'Closed' })
    const { page } = await desk.open('/')
    await row(page, `${id} Refund`).getByText('In progress').waitFor()
    await row(page, `${id} Refund`).getByText('Olga').waitFor()
    expect((await rows(page)).join()).not.toContain(`${other}`)
    await press(page, 'Filter')
    await page.getByLabel('Assigned to').selectOption('Me')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    await page.getByRole('heading', { name: 'My open' }).waitFor()
    await page.reload()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    await press(page, 'Filter')
    expect(await page.getByLabel('Assigned to').inputValue()).toBe('me')
    await page.getByLabel('Assigned to').selectOption('Billing team')
    await page.getByText('No case matches.').waitFor()
    await page.getByLabel('Status').selectOption('All closed')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
    await page.getByLabel('Type').selectOption('Refund')
    await page.getByText('No case matches.').waitFor()
    await page.goBack()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
  })

  test('shows what others change as it happens, and moves neither the list nor the focus', async () => {
    const comments = [{ text: 'Kaleidoscope.', authorEmail: 'olga@example.com' }]
    const ids = await addCases(3, { comments, groupName: 'Billing team' })
    const [oldest, taken, newest] = ids
    const { page } = await desk.open('/?text=kaleid&assigned=group:Billing+team')
    const colleague = await desk.open(`/cases/${oldest}`, 'odette')
    const titles = () => page.locator('[data-case-row] a').allTextContents()
    await expect.poll(titles).toEqual([`${newest} Kaleidoscope.`, `${taken} Kaleidoscope.`, `${oldest} Kaleidoscope.`])
    // A row changes where it is.
    await colleague.page.getByLabel('Status').selectOption('In progress')
    await page.locator(`[data-case-row="${oldest}"]`).getByText('In progress').waitFor()
    expect(await titles()).toEqual([`${newest} Kaleidoscope.`, `${taken} Kaleidoscope.`, `${oldest} Kaleidoscope.`])
    // A case that was taken away leaves the list. The focus stays at its place.
    await page.getByRole('link', { name: `${taken} Kaleidoscope.` }).focus()
    await change(server.url, 'assignCase', { caseInstanceId: `${taken}`, groupName: 'Field engineers' }, odette)
    await expect.poll(titles).toEqual([`${newest} Kaleidoscope.`, `${oldest} Kaleidoscope.`])
    expect(await focused(page)).toBe(`${oldest} Kaleidoscope.`)
    await page.getByText('2 cases').waitFor()
    // A new one waits until the viewer wants to see it.
    const added = await server.addCase({ comments, groupName: 'Billing team' })
    await page.getByText('3 cases').waitFor()
    expect(await titles()).toEqual([`${newest} Kaleidoscope.`, `${oldest} Kaleidoscope.`])
    await press(page, 'Show 1 new case')
    await expect
      .poll(async () => (await titles()).toSorted())
      .toEqual([newest, oldest, added].map((id) => `${id} Kaleidoscope.`).toSorted())
    expect(await page.getByRole('button', { name: /new case/ }).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('has one stream for all tabs of a browser, which another tab takes over, and goes on where it was after an outage', async () => {
    const { page, complaints } = await desk.open('/?text=semaphore')
    const context = page.context()
    const url = page.url()
    // The stream of this visit may begin after the page is shown. Only those of the next one are counted.
    await page.goto('about:blank')
    const streams: Page[] = []
    let isOut = false
    let isExpired = false
    await context.route('**/desk/graphql', async (route, request) => {
      const body = request.postData() ?? ''
      if (!body.includes('subscription ')) return route.fallback()
      streams.push(request.frame().page())
      if (isOut) return route.abort()
      if (!isExpired) return route.continue()
      isExpired = false
      return route.continue({ postData: body.replace(/"after":"[^"]*"/, `"after":"${expiredCursor}"`) })
    })
    const add = () => server.addCase({ comments: [{ text: 'Semaphore.', authorEmail: 'olga@example.com' }] })
    const showsNew = (tab: Page, count: number) =>
      tab.getByRole('button', { name: count === 1 ? 'Show 1 new case' : `Show ${count} new cases` }).waitFor()
    await page.goto(url)
    await page.getByText('No case matches.').waitFor()
    await expect.poll(() => streams).toEqual([page])
    const openTab = async (from: Page) => {
      const opened = context.waitForEvent('page')
      await from.evaluate(() => void window.open(location.href, '_blank', 'noopener'))
      return opened
    }
    const tab = await openTab(page)
    await tab.getByText('No case matches.').waitFor()
    await add()
    await Promise.all([page, tab].map((each) => showsNew(each, 1)))
    expect(streams).toEqual([page])
    isOut = true
    await page.goto('about:blank')
    await expect.poll(() => streams.at(-1)).toBe(tab)
    await add()
    isOut = false
    await showsNew(tab, 2)
    // The cursor is of another history of the database, so everything is loaded again.
    const third = await openTab(tab)
    await third.getByText('2 cases').waitFor()
    isOut = true
    await tab.close()
    await add()
    isExpired = true
    isOut = false
    await expect.poll(() => rows(third)).toHaveLength(3)
    expect(isExpired).toBe(false)
    complaints.length = 0
  })

  test('finds cases everywhere by number, by address and by the start of words, and shows its filters', async () => {
    const { page } = await desk.open('/?assigned=nobody')
    const search = async (text: string) => {
      await page.getByLabel('Search cases').fill(text)
      await page.keyboard.press('Enter')
    }
    const chips = () => page.getByRole('list', { name: 'Filters' }).getByRole('listitem').allTextContents()
    await page.getByRole('heading', { name: 'Unassigned' }).waitFor()
    expect(await chips()).toEqual(['Status: open ', 'Assigned to: nobody '])
    await search('char twi')
    await page.getByRole('heading', { name: 'Search results' }).waitFor()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('1001')])
    expect(await chips()).toEqual(['Words: char twi '])
    await search('pedr')
    await expect.poll(() => rows(page)).toContainEqual(expect.stringContaining('1003'))
    await search('PEDRO@example.com')
    await expect.poll(() => rows(page)).toContainEqual(expect.stringContaining('1003'))
    expect((await rows(page)).every((found) => found.includes('Pedro'))).toBe(true)
    expect(await page.getByLabel('Search cases').inputValue()).toBe('PEDRO@example.com')
    await page.getByRole('link', { name: 'Customer: PEDRO@example.com' }).click()
    await page.getByRole('heading', { name: 'All cases' }).waitFor()
    await search('#1001')
    await page.getByRole('heading', { name: /^1001 / }).waitFor()
    // From any page.
    await search('"1001"')
    await page.getByText('No case matches.').waitFor()
    await search('999999')
    await page.getByText('Case 999999 does not exist').waitFor()
  })

  test('keeps a view under a name, and shows the number of cases of the others', async () => {
    const id = await server.addCase({ assigneeEmail: 'odette@example.com', subject: 'A view of its own' })
    const { page } = await desk.open('/', 'odette')
    await page.getByRole('link', { name: /^My open \d+$/ }).click()
    await row(page, `${id} A view of its own`).waitFor()
    await press(page, 'Filter')
    await page.getByLabel('Priority').selectOption('Urgent')
    await page.getByText('No case matches.').waitFor()
    await press(page, 'Save as a view')
    await page.getByLabel('Name').fill('My urgent ones')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'My urgent ones' }).waitFor()
    await page.getByRole('link', { name: 'All open' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'My urgent ones' }).click()
    await expect.poll(() => page.url()).toContain('priority=URGENT')
    await press(page, 'Remove My urgent ones')
    await expect.poll(() => page.getByRole('link', { name: 'My urgent ones' }).count()).toBe(0)
  })

  test('offers only active statuses, which differ in color', async () => {
    const one = await server.addCase({ status: 'In progress' })
    const two = await server.addCase({ status: 'Open' })
    const { page } = await desk.open('/')
    const color = (id: number, status: string) =>
      row(page, `${id} Refund`)
        .getByText(status, { exact: true })
        .evaluate((label) => getComputedStyle(label, '::before').backgroundColor)
    expect(await color(one, 'In progress')).not.toBe(await color(two, 'Open'))
    await press(page, 'Filter')
    const options = page.getByLabel('Status').locator('option')
    expect(await options.allTextContents()).not.toContain('Escalated by telex')
    await page.goto(new URL('/desk/?status=name:Escalated+by+telex', page.url()).href)
    await page.getByText('No case matches.').waitFor()
    await press(page, 'Filter')
    expect(await page.getByLabel('Status').inputValue()).toBe('name:Escalated by telex')
    // A case keeps a status that has become inactive, which is marked.
    const old = await server.addCase({ status: 'Escalated by telex' })
    await page.goto(new URL(`/desk/cases/${old}`, page.url()).href)
    await page.getByLabel('Status').waitFor()
    expect(await page.getByLabel('Status').locator('option:checked').textContent()).toBe(
      'Escalated by telex (inactive)',
    )
  })

  test('changes all selected cases, and says which could not be changed', async () => {
    const comments = [{ text: 'Quincunx.', authorEmail: 'olga@example.com' }]
    const ids = await addCases(3, { comments })
    const [first, changed, last] = ids
    const { page } = await desk.open('/?text=quinc')
    // The rows show the viewer's own changes without waiting for the stream, which does not begin.
    await page.route('**/desk/graphql', (route, request) =>
      request.postData()?.includes('subscription ') ? undefined : route.continue(),
    )
    await page.reload()
    await page.getByLabel('Select all cases shown').check()
    await page.getByText('3 cases selected').waitFor()
    await page.getByLabel(`Select ${first} Quincunx.`).uncheck()
    await page.getByText('2 cases selected').waitFor()
    const answers = [{ errors: [{ message: 'Try again later.', extensions: { code: 'UNAVAILABLE' } }] }, null]
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    await page.route('**/desk/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Cases')) return route.fallback()
      const answer = answers.shift()
      if (answer) return route.fulfill({ json: answer })
      await stopped
      return route.fallback()
    })
    await press(page, 'Select all 3')
    await page.getByRole('group', { name: 'Change the selected cases' }).getByRole('alert').waitFor()
    await press(page, 'Select all 3')
    await press(page, 'Stop')
    stop()
    await page.getByRole('button', { name: 'Select all 3' }).waitFor()
    await page.unroute('**/desk/graphql')
    expect(await page.getByText(/cases selected$/).textContent()).toBe('2 cases selected')
    await press(page, 'Select all 3')
    await page.getByText('3 cases selected').waitFor()
    await sql(server.database, `update cases set version = version + 1 where id = ${changed}`)
    await page.getByLabel('Assign to', { exact: true }).selectOption('Billing team')
    await page.getByText('2 of 3 cases changed.').waitFor()
    await page.getByText('1 case not changed').waitFor()
    await page.getByText(`${changed} Quincunx.: Someone else has changed the case`).waitFor()
    for (const id of [first, last]) await row(page, `${id} Quincunx.`).getByText('Billing team').waitFor()
    expect(await page.getByText(/cases? selected$/).count()).toBe(0)
    await page.getByLabel(`Select ${first} Quincunx.`).check()
    await page.getByLabel('Set priority').selectOption('Urgent')
    await row(page, `${first} Quincunx.`).getByText('Urgent priority').waitFor()
    await page.getByLabel(`Select ${first} Quincunx.`).check()
    await page.getByLabel('Set status').selectOption('In progress')
    await row(page, `${first} Quincunx.`).getByText('In progress').waitFor()
  })

  test('has shortcuts, which do nothing while typing and can be turned off', async () => {
    const comments = [{ text: 'Xylograph.', authorEmail: 'olga@example.com' }]
    const below = `${await server.addCase({ comments })} Xylograph.`
    const above = `${await server.addCase({ comments })} Xylograph.`
    const { page } = await desk.open('/?text=xylo')
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
    await page.getByRole('dialog').getByText('Next case', { exact: true }).waitFor()
    await page.getByLabel('Use shortcuts').uncheck()
    await keyboard.press('Escape')
    await page.getByRole('link', { name: above }).focus()
    expect(await pressing('j')).toBe(above)
  })

  test("shows the customer's other cases beside a case, which open in tabs of the same session", async () => {
    const comments = [{ text: 'Zugzwang.', authorEmail: 'olga@example.com' }]
    const other = await server.addCase()
    const id = await server.addCase({ comments })
    const { page } = await desk.open('/?text=zugz')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: `${id} Zugzwang.` }).click({ button: 'middle' })
    const tab = await opened
    await tab.getByRole('heading', { name: `${id} Zugzwang.` }).waitFor()
    expect(page.url()).toContain('?text=zugz')
    const others = tab.getByRole('region', { name: "Customer's other cases" })
    await others.getByRole('link', { name: `${other} Refund` }).waitFor()
    expect(await others.getByText(`${id} Zugzwang.`).count()).toBe(0)
    await others.getByRole('link', { name: /^All \d+ cases$/ }).waitFor()
    await others.getByRole('link', { name: `${other} Refund` }).click()
    await tab.getByRole('heading', { name: `${other} Refund` }).waitFor()
    await others.getByRole('link', { name: `${id} Zugzwang.` }).waitFor()
  })

  test('loads a long list to the end, each case once', async () => {
    const comments = [{ text: 'A long list.', authorEmail: 'olga@example.com' }]
    const ids = await addCases(45, { comments })
    const { page } = await desk.open('/?text=%22long+list%22')
    await page.getByText('45 cases').waitFor()
    const more = page.getByRole('button', { name: 'Load more' })
    await expect.poll(async () => (await rows(page)).length).toBe(40)
    await more.click()
    await expect.poll(async () => (await rows(page)).length).toBe(45)
    expect(await more.count()).toBe(0)
    const shown = (await page.locator('[data-case-row] a').allTextContents()).map((text) => Number.parseInt(text))
    expect(new Set(shown)).toEqual(new Set(ids))
    // The list is where it was left when one comes back to it.
    const last = page.locator('[data-case-row] a').last()
    await last.click()
    await page.getByText('45 of 45').waitFor()
    await page.goBack()
    await expect.poll(() => focused(page)).toBe(await last.textContent())
    expect((await rows(page)).length).toBe(45)
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  })

  test('says which case comes next, takes it and opens it, or says that none waits', async () => {
    await sql(server.database, 'update cases set group_id = null')
    const id = await server.addCase({ groupName: 'Billing team', subject: 'Next in line' })
    const { page, complaints } = await desk.open('/', 'odette')
    await page.getByText(`Next: ${id} Next in line`).waitFor()
    await press(page, 'Take next')
    await page.getByRole('heading', { name: `${id} Next in line` }).waitFor()
    await page.getByText('Operator: none → Odette').waitFor()
    await page.getByRole('heading', { level: 2 }).focus()
    await page.keyboard.press('t')
    await page.locator('.toast').getByText('No case of your groups waits for an answer.').waitFor()
    expect(complaints).toEqual([])
  })

  test('creates a case, with the problems next to their inputs', async () => {
    const { page, complaints } = await desk.open('/cases/new')
    await press(page, 'Create')
    await expectProblem(page, 'Type', 'Choose a type.')
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByLabel('Severity, 1 worst').fill('9')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await page.getByLabel("Customer's email address").fill('nobody@example.com')
    await press(page, 'Create')
    await expectProblem(page, 'Severity, 1 worst', 'Severity, 1 worst must be a whole number from 1 to 5.')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await press(page, 'Create')
    await expectProblem(page, "Customer's email address", 'Check the address.')
    await page.getByLabel("Customer's email address").fill('paula@example.com')
    await page.getByLabel('First message').fill('No signal since noon.')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^\d+ No signal since noon\.$/ }).waitFor()
    await page.getByRole('region', { name: 'Conversation' }).getByText('No signal since noon.').waitFor()
    await page.getByText('Paula, paula@example.com').waitFor()
    await page.getByText('first values').click()
    await page.getByText('Severity, 1 worst: 2', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('creates a case of a new customer, or says that the touchpoint does not register any', async () => {
    const email = 'petra@example.com'
    const enter = async (page: Page) => {
      await page.getByLabel("Customer's first name").fill(' Petra ')
      await press(page, 'Create')
      await expectProblem(page, "Customer's first name", 'The first name requires the email address.')
      await page.getByLabel("Customer's email address").fill(email)
    }
    const { page, complaints } = await desk.open('/cases/new')
    await enter(page)
    await page.getByLabel("Customer's first name").fill('')
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    await press(page, 'Create')
    await expectProblem(page, "Customer's email address", 'To register one, send the first name.')
    await page.getByLabel("Customer's first name").fill('Petra')
    await press(page, 'Create')
    await page.getByText(`Petra, ${email}`).waitFor()
    const partner = await desk.open('/cases/new', 'omarAtPartner')
    await enter(partner.page)
    await partner.page.getByLabel("Customer's email address").fill('pierre@example.com')
    await press(partner.page, 'Create')
    await expectProblem(
      partner.page,
      "Customer's email address",
      'must belong to an active customer. This touchpoint does not register customers.',
    )
    expect(complaints).toEqual([])
  })
})
