import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser } from '../support/browser/browser.ts'
import { odette, olga, paula } from '../support/requests/credentials.ts'
import { find, focused, press, expectProblem, problemAt, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import { readTable } from '../support/requests/csv.ts'
import { graphql } from '../support/requests/graphql.ts'
import { incident, useServer } from '../support/server/server.ts'

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
    await find(page, 'Assigned to', 'Me')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    await page.getByRole('heading', { name: 'My open' }).waitFor()
    await page.reload()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Refund`)])
    await press(page, 'Filter')
    expect(await page.getByRole('combobox', { name: 'Assigned to' }).inputValue()).toBe('me')
    await find(page, 'Assigned to', 'Billing team')
    await page.getByText('No case matches.').waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('All closed')
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
    await page.getByLabel('Type').selectOption('Refund')
    await page.getByText('No case matches.').waitFor()
    await page.goBack()
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${other} Question`)])
  })

  test('offers what is listed as a table, with its filter and order', async () => {
    const found = await addCases(3, { subject: 'Quokka, "one"', priority: 'HIGH', assigneeEmail: 'olga@example.com' })
    await addCases(1, { subject: 'Quokka', priority: 'LOW', assigneeEmail: 'olga@example.com' })
    const { page } = await desk.open(
      '/?text=quokka&priority=HIGH&assigned=me&status=name:Open&type=REFUND&createdTo=2999-01-01&order=CREATED_ASC',
    )
    await expect.poll(async () => (await rows(page)).length).toBe(3)
    const downloading = page.waitForEvent('download')
    await press(page, 'Download as table (CSV)')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^cases-\d{4}-\d\d-\d\d\.csv$/)
    const table = readTable(`${await buffer(await download.createReadStream())}`)
    expect(table.map(({ id }) => Number(id))).toEqual(found)
    expect(table[0]).toMatchObject({ subject: 'Quokka, "one"', 'caseData.amount': '42.5' })
    await page.getByText('The table has been downloaded.').waitFor()
  })

  test('says that a table is being downloaded, lets the viewer cancel it, and says why it is refused', async () => {
    const visit = await desk.open('/')
    const { page } = visit
    let left = 0
    page.on('requestfailed', (request) => (left += Number(request.url().includes('/desk/case-table'))))
    await page.route('**/desk/case-table*', () => {})
    await press(page, 'Download as table (CSV)')
    await page.getByText('Downloading the table').waitFor()
    await press(page, 'Cancel')
    await expect.poll(() => left).toBe(1)
    await page.getByText('Downloading the table').waitFor({ state: 'detached' })
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
    await page.unrouteAll()
    await page.route('**/desk/case-table*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await press(page, 'Download as table (CSV)')
    await page.getByText('A table can have at most 100,000 cases, and this list has more.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    visit.complaints.length = 0
    await press(page, 'Dismiss')
    await page.unrouteAll()
  })

  test('shows what others change as it happens, and moves neither the list nor the focus', async () => {
    const comments = [{ text: 'Kaleidoscope.', authorEmail: 'olga@example.com' }]
    const ids = await addCases(3, { comments, groupName: 'Billing team' })
    const [oldest, taken, newest] = ids
    const { page } = await desk.open('/?text=kaleid&assigned=group:Billing+team')
    const colleague = await desk.open(`/cases/${oldest}`, 'odette')
    const titles = () => page.locator('[data-case-row] .what a').allTextContents()
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

  test(
    'has one stream for all tabs of a browser, which another tab takes over, and goes on where it was after an outage',
    { tags: ['nightly'] },
    async () => {
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
    },
  )

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

  test('searches as one types, marks the words, and says how it understood a misspelt one', async () => {
    const id = await server.addCase({ comments: [{ text: 'The Théodolite broke.', authorEmail: 'paula@example.com' }] })
    const { page } = await desk.open('/')
    await page.getByLabel('Search cases').pressSequentially('theodol')
    await row(page, `${id} The Théodolite broke.`).waitFor()
    await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['Théodol'])
    expect(await page.getByLabel('Search cases').inputValue()).toBe('theodol')
    await page.getByLabel('Search cases').pressSequentially('lite')
    await page.getByText('Nothing for theodollite. Showing théodolite.').waitFor()
    await row(page, `${id} The Théodolite broke.`).waitFor()
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
    await page.getByLabel('Name', { exact: true }).fill('My open')
    await press(page, 'Save')
    await expectProblem(page, 'Name', 'You already have a view with this name.')
    await page.getByLabel('Name', { exact: true }).fill('My urgent ones')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'My urgent ones' }).waitFor()
    await page.getByRole('link', { name: 'All open' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'My urgent ones 0' }).click()
    await expect.poll(() => page.url()).toContain('priority=URGENT')
    const act = async (name: string, action: string) => {
      await press(page, `Actions for ${name}`)
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('My urgent ones', 'Rename')
    await page.getByLabel('Name', { exact: true }).fill('Burning')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Burning' }).waitFor()
    await press(page, 'Undo')
    await page.getByRole('heading', { name: 'My urgent ones' }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await act('My urgent ones', 'Copy link')
    await page.getByText('The link to My urgent ones is copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await act('My urgent ones', 'Remove')
    await expect.poll(() => page.getByRole('link', { name: 'My urgent ones' }).count()).toBe(0)
    await press(page, 'Undo')
    await page.getByRole('link', { name: 'My urgent ones' }).waitFor()
    // A colleague sees the same list under its name, and can keep it.
    const colleague = await desk.open(
      new URL(link).pathname.slice('/desk'.length) + new URL(link).search + new URL(link).hash,
    )
    await colleague.page.getByRole('heading', { name: 'My urgent ones' }).waitFor()
    await press(colleague.page, 'Save as a view')
    expect(await colleague.page.getByLabel('Name', { exact: true }).inputValue()).toBe('My urgent ones')
  })

  test('filters by colleague, by any group, by several statuses and by days, all in the address', async () => {
    const comments = [{ text: 'Archipelago.', authorEmail: 'olga@example.com' }]
    const at = (day: string) => ({ createdAt: `${day}T12:00:00Z`, updatedAt: `${day}T12:00:00Z` })
    const ofOdette = await server.addCase({ comments, assigneeEmail: 'odette@example.com', ...at('2026-03-01') })
    const ofGroup = await server.addCase({
      comments,
      groupName: 'Field engineers',
      status: 'In progress',
      ...at('2026-03-02'),
    })
    const closed = await server.addCase({ comments, status: 'Closed', ...at('2026-03-03') })
    const { page } = await desk.open('/?text=archipel', 'olga', { timezoneId: 'America/New_York' })
    const ids = async () =>
      (await page.locator('[data-case-row] .what a').allTextContents()).map((text) => Number.parseInt(text))
    const chip = (text: string) => page.getByRole('list', { name: 'Filters' }).getByRole('link', { name: text })
    await expect.poll(ids).toEqual([ofGroup, ofOdette])
    await press(page, 'Filter')
    await find(page, 'Assigned to', 'Odette')
    await expect.poll(ids).toEqual([ofOdette])
    await find(page, 'Assigned to', 'Field engineers')
    await expect.poll(ids).toEqual([ofGroup])
    await chip('Assigned to: Field engineers').click()
    await page.getByLabel('In progress').check()
    await expect.poll(ids).toEqual([ofGroup])
    await page.getByLabel('Closed', { exact: true }).check()
    await expect.poll(ids).toEqual([closed, ofGroup])
    await chip('Status: In progress').click()
    await expect.poll(ids).toEqual([closed])
    await page.getByLabel('Status', { exact: true }).selectOption('Any')
    await expect.poll(ids).toEqual([closed, ofGroup, ofOdette])
    await page.getByLabel('Created from').fill('2026-03-02')
    await page.getByLabel('Created to').fill('2026-03-02')
    await expect.poll(ids).toEqual([ofGroup])
    await chip('Created to Mar 2, 2026').click()
    await expect.poll(ids).toEqual([closed, ofGroup])
    await page.getByLabel('Created from').fill('')
    await page.getByLabel('Changed to').fill('2026-03-01')
    await expect.poll(ids).toEqual([ofOdette])
    // The days are those of the viewer, where a day begins hours later than in UTC.
    await sql(server.database, `update cases set updated_at = '2026-03-02T03:00:00Z' where id = ${ofOdette}`)
    await page.reload()
    await expect.poll(ids).toEqual([ofOdette])
  })

  test('sorts by the columns that the service can sort by', async () => {
    const comments = [{ text: 'Barometer.', authorEmail: 'paula@example.com' }]
    const [first, second] = await addCases(2, { comments })
    await sql(server.database, `update cases set updated_at = now() + interval '1 hour' where id = ${first}`)
    const { page } = await desk.open('/?text=barometer')
    const ids = async () =>
      (await page.locator('[data-case-row] .what a').allTextContents()).map((text) => Number.parseInt(text))
    const header = (name: string) => page.getByRole('columnheader', { name })
    await expect.poll(ids).toEqual([first, second])
    expect(await header('Waiting Changed').getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('button', { name: 'Changed' }).click()
    await expect.poll(ids).toEqual([second, first])
    expect(await header('Waiting Changed').getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Case', exact: true }).click()
    await expect.poll(ids).toEqual([second, first])
    expect(await header('Case').getAttribute('aria-sort')).toBe('descending')
    expect(await header('Waiting Changed').getAttribute('aria-sort')).toBe('none')
    await page.getByRole('button', { name: 'Case' }).click()
    await expect.poll(ids).toEqual([first, second])
    await page.getByRole('button', { name: 'Waiting' }).click()
    await expect.poll(() => page.url()).toContain('order=WAITING_LONGEST')
    expect(await header('Customer').getByRole('button').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('bold is what is unread, and u marks it, in the list, in the rail and in the title', async () => {
    const comments = [{ text: 'Chrysalis.', authorEmail: 'paula@example.com' }]
    const mine = { comments, assigneeEmail: 'odette@example.com' }
    const id = await server.addCase(mine)
    const answered = await server.addCase({
      ...mine,
      comments: [...comments, { text: 'Yes.', authorEmail: 'odette@example.com' }],
    })
    const { page } = await desk.open('/?assigned=me', 'odette')
    const weight = (of: number, what: string) =>
      page
        .locator(`[data-case-row="${of}"] ${what}`)
        .evaluate((element) => Number(getComputedStyle(element).fontWeight))
    const link = page.locator(`[data-case-row="${id}"] .what a`)
    await link.waitFor()
    expect(await weight(id, '.what a')).toBeGreaterThan(500)
    expect(await weight(id, '.author')).toBeGreaterThan(500)
    for (const what of ['.what a', '.author', '.wait']) expect(await weight(answered, what)).toBe(400)
    // A search shows what it found in the place of who spoke last.
    await page.goto(new URL('/desk/?assigned=me&text=chrysalis', page.url()).href)
    await link.waitFor()
    expect(await weight(id, '.what a')).toBeGreaterThan(500)
    await expect.poll(() => page.title()).toMatch(/^\((\d+)\) Search results · Casegate$/)
    const unread = Number(/\d+/.exec(await page.title())![0])
    await page.getByRole('link', { name: new RegExp(`^My open \\d+ · ${unread} unread$`) }).waitFor()
    const opened = page.context().waitForEvent('page')
    await page.evaluate(() => void window.open(location.href, '_blank', 'noopener'))
    const tab = await opened
    await tab.locator('.case-row.unread').waitFor()
    await link.focus()
    await page.keyboard.press('u')
    await expect.poll(() => weight(id, '.what a')).toBe(400)
    await tab.locator(`.case-row:not(.unread)[data-case-row="${id}"]`).waitFor()
    await page.getByText('Marked as read.').waitFor()
    await expect.poll(() => page.title()).toContain(unread === 1 ? 'Search' : `(${unread - 1})`)
    await page.keyboard.press('u')
    await page.getByText('Marked as unread.').waitFor()
    await expect.poll(() => page.title()).toContain(`(${unread})`)
    await page.getByRole('link', { name: `Unread ${unread}`, exact: true }).waitFor()
    await page.keyboard.press('u')
    await page.getByRole('link', { name: `Unread ${unread - 1}`, exact: true }).waitFor()
    await page.keyboard.press('u')
    // A title in the background follows what happens too.
    await page.goto(new URL('/desk/?assigned=me&unread=yes&text=chrysalis', page.url()).href)
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(`${id} Chrysalis.`)])
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
    await change(server.url, 'addComments', { caseInstanceId: `${answered}`, comments: [{ text: 'And?' }] }, paula)
    await expect.poll(() => page.title()).toContain(`(${unread + 1})`)
  })

  test(
    'shows on its row who looks at a case, who writes in it, and that one has a draft',
    { tags: ['nightly'] },
    async () => {
      const comments = [{ text: 'Dulcimer.', authorEmail: 'olga@example.com' }]
      const id = await server.addCase({ comments })
      const { page } = await desk.open('/?text=dulcimer')
      const note = `mutation { noteCasePresence(input: { caseInstanceId: "${id}", writes: true }) { __typename } }`
      await graphql(server.url, note, {}, odette)
      await page.locator('[data-case-row]').waitFor()
      await row(page, 'Dulcimer.').getByText('Odette is writing').waitFor()
      await page.getByRole('link', { name: 'Dulcimer.' }).click()
      await page.getByLabel('Message').fill('We look.')
      await page.goBack()
      await row(page, 'Dulcimer.').getByText('Draft').waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      // One request every ten seconds asks for the rows that are shown, and none while nobody looks at them.
      await page.clock.install()
      const asked: string[] = []
      page.on('request', (request) => {
        const { operationName, variables } = JSON.parse(request.postData() ?? '{}') as Record<string, unknown>
        if (operationName === 'Presences') asked.push(JSON.stringify(variables))
      })
      await page.reload()
      const askedAfterSeconds = () => page.clock.runFor(1_000).then(() => asked.length)
      await expect.poll(askedAfterSeconds).toBe(1)
      for (const times of [2, 3]) {
        await page.clock.runFor(10_000)
        await expect.poll(() => asked).toEqual(Array.from({ length: times }, () => `{"ids":["${id}"]}`))
      }
      // Nobody has touched it for two minutes.
      await page.clock.fastForward(130_000)
      await row(page, 'Dulcimer.').waitFor()
      const before = asked.length
      await page.clock.runFor(20_000)
      expect(asked).toHaveLength(before)
      expect(await row(page, 'Dulcimer.').getByText('Odette is writing').count()).toBe(0)
      await page.mouse.move(40, 40)
      await page.clock.runFor(10_000)
      await expect.poll(() => asked).toHaveLength(before + 1)
      await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
      await page.clock.runFor(20_000)
      expect(asked).toHaveLength(before + 1)
    },
  )

  test('finds cases, people, views and actions with Ctrl+K', async () => {
    const id = await server.addCase({ subject: 'Xerophyte', assigneeEmail: 'odette@example.com' })
    const { page } = await desk.open('/')
    const { keyboard } = page
    const go = async (typed: string, name: string | RegExp) => {
      await keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find' }).fill(typed)
      await page.getByRole('option', { name }).waitFor()
      return page.getByRole('option', { name })
    }
    await (await go('xeroph', `${id} Xerophyte`)).click()
    await page.getByRole('heading', { name: `${id} Xerophyte` }).waitFor()
    await (await go('odett', /^Odette odette@example.com/)).click()
    await row(page, 'Xerophyte').waitFor()
    expect(page.url()).toContain('assigned=operator%3Aodette%40example.com')
    await go('unass', 'Unassigned')
    expect(await accessibilityViolations(page)).toEqual([])
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unassigned' }).waitFor()
    await go(`${id}`, `Open case ${id}`)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: `${id} Xerophyte` }).waitFor()
    // What has a shortcut on the page is an action.
    await (await go('internal', 'Write an internal note')).click()
    await expect.poll(() => focused(page)).toBe('Note')
    await (await go('new', 'New case')).click()
    await page.getByRole('heading', { name: 'New case' }).waitFor()
    await keyboard.press('Control+k')
    await keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('offers only active statuses', async () => {
    const { page } = await desk.open('/')
    await press(page, 'Filter')
    await page.getByLabel('In progress').waitFor()
    expect(await page.getByLabel(/^Escalated by telex/).count()).toBe(0)
    await page.goto(new URL('/desk/?status=name:Escalated+by+telex', page.url()).href)
    await page.getByText('No case matches.').waitFor()
    await press(page, 'Filter')
    expect(await page.getByLabel('Escalated by telex (inactive)').isChecked()).toBe(true)
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
    await find(page, 'Assign to', 'Billing team')
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
    // What is typed is searched for, and finds nothing.
    await page.getByLabel('Search cases').fill('xylo')
    await expect.poll(() => new URL(page.url()).searchParams.get('text')).toBe('xylo')
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
    const shown = (await page.locator('[data-case-row] .what a').allTextContents()).map((text) => Number.parseInt(text))
    expect(new Set(shown)).toEqual(new Set(ids))
    // The list is where it was left when one comes back to it.
    const last = page.locator('[data-case-row] .what a').last()
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
    await page.getByText('Operator: none → Odette').waitFor({ state: 'attached' })
    await page.getByRole('heading', { level: 2 }).focus()
    await page.keyboard.press('t')
    await page.locator('.toast').getByText('No case of your groups waits for an answer.').waitFor()
    expect(complaints).toEqual([])
  })

  test(
    'tells once over the browser what others do with cases of the viewer, after the viewer has asked for it',
    { tags: ['nightly'] },
    async () => {
      const comments = [{ text: 'Euphonium.', authorEmail: 'paula@example.com' }]
      const [given, answered, visible] = await addCases(3, { comments })
      // Odette sees it only as long as it is hers.
      const lost = await server.addCase({ ...incident, subject: 'Fugue', assigneeEmail: 'odette@example.com' })
      const { page } = await desk.open('/your-settings', 'odette')
      const context = page.context()
      await context.grantPermissions(['notifications'])
      // Instead of showing them, the browser keeps them.
      await context.addInitScript(() => {
        class Kept extends EventTarget {
          static permission = 'granted'
          static requestPermission = async () => 'granted'
          static all: { text: string; options: object; of: Kept }[] = []
          constructor(text: string, options: object) {
            super()
            Kept.all.push({ text, options, of: this })
          }
          close() {}
        }
        Object.assign(window, { Notification: Kept })
      })
      await page.reload()
      const told = (tab: Page) =>
        tab.evaluate(() =>
          (Notification as unknown as { all: { text: string; options: { body: string; silent: boolean } }[] }).all.map(
            ({ text, options }) => [text, options.body, options.silent],
          ),
        )
      await page.getByLabel('Show notifications').check()
      expect(await page.getByLabel('With a sound').isChecked()).toBe(false)
      await page.getByLabel('Wait 5 seconds before sending').check()
      await page.reload()
      for (const label of ['Show notifications', 'Wait 5 seconds before sending']) {
        expect(await page.getByLabel(label).isChecked()).toBe(true)
      }
      expect(await accessibilityViolations(page)).toEqual([])
      const opened = context.waitForEvent('page')
      await page.evaluate((path) => void window.open(path, '_blank', 'noopener'), `/desk/cases/${visible}`)
      const tab = await opened
      await tab.getByRole('heading', { name: `${visible} Euphonium.` }).waitFor()
      const assign = (id: number, email: string, by = olga) =>
        change(server.url, 'assignCase', { caseInstanceId: `${id}`, email }, by)
      const write = (id: number) =>
        change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [{ text: 'And?' }] }, paula)
      await assign(visible!, 'odette@example.com')
      await write(visible!)
      await assign(answered!, 'odette@example.com', odette)
      await write(answered!)
      await assign(given!, 'odette@example.com')
      await assign(given!, 'olga@example.com')
      await assign(lost, 'olga@example.com')
      const all = async () => [...(await told(page)), ...(await told(tab))]
      await expect.poll(async () => (await all()).length).toBe(4)
      expect(await all()).toEqual([
        ['Paula wrote', `${answered} Euphonium.`, true],
        ['Olga assigned a case to you', `${given} Euphonium.`, true],
        ['Olga took a case from you', `${given} Euphonium.`, true],
        ['Olga took a case from you', `${lost} Fugue`, true],
      ])
      // Nobody is there any longer.
      await tab.clock.install()
      await tab.reload()
      await tab.getByRole('heading', { name: `${visible} Euphonium.` }).waitFor()
      await tab.clock.runFor(130_000)
      await write(visible!)
      await expect.poll(async () => (await told(page)).at(-1)).toEqual(['Paula wrote', `${visible} Euphonium.`, true])
      await page.evaluate(() => {
        const [first] = (Notification as unknown as { all: { of: EventTarget }[] }).all
        first?.of.dispatchEvent(new Event('click'))
      })
      await page.getByRole('heading', { name: `${answered} Euphonium.` }).waitFor()
      await page.getByRole('link', { name: 'Your settings' }).click()
      await page.getByLabel('Show notifications').uncheck()
      await assign(given!, 'odette@example.com')
      await page.getByRole('link', { name: 'My open' }).click()
      await row(page, `${given} Euphonium.`).waitFor()
      expect(await told(page)).toHaveLength(5)
    },
  )

  test('creates a case, with the problems next to their inputs', async () => {
    const { page, complaints } = await desk.open('/cases/new')
    await press(page, 'Create')
    await expectProblem(page, 'Type', 'Choose a type.')
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByLabel('Severity, 1 worst').fill('9')
    await page.getByLabel('Signal level in dBm').fill('-90.25')
    await page.getByLabel('Customer', { exact: true }).fill('nobody@example.com')
    await press(page, 'Create')
    await expectProblem(page, 'Severity, 1 worst', 'Severity, 1 worst must be a whole number from 1 to 5.')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await press(page, 'Create')
    await expectProblem(page, 'Customer', 'Check the address.')
    await page.getByLabel('Customer', { exact: true }).fill('paula@example.com')
    await page.getByLabel('First message').fill('No signal since noon.')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^\d+ No signal since noon\.$/ }).waitFor()
    await page.getByRole('region', { name: 'Conversation' }).getByText('No signal since noon.').waitFor()
    await page.getByText('Paula, paula@example.com').waitFor()
    await page.getByText('first values').click()
    await page.getByText('Severity, 1 worst: 2', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('creates a case for a caller: the customer by name, an assignee and a note; problems leave when they are solved', async () => {
    const { page } = await desk.open('/cases/new')
    const { keyboard } = page
    const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
    await press(page, 'Create')
    await expectProblem(page, 'Type', 'Choose a type.')
    await page.getByLabel('Type').focus()
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    await expect.poll(() => problemAt(page, 'Type')).toBeNull()
    expect(await page.getByText('There is a problem').count()).toBe(0)
    expect(await focused(page)).toBe('Type')
    await customer.click()
    await keyboard.type('pau')
    await page.getByRole('option', { name: 'Paula paula@example.com' }).waitFor()
    await keyboard.press('Enter')
    expect(await customer.inputValue()).toBe('paula@example.com')
    await page.getByLabel('Subject').fill('She called')
    await page.getByLabel('Internal note').fill('Call her back.')
    await find(page, 'Assign to', 'Odette')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^\d+ She called$/ }).waitFor()
    await page.getByText('Created, and assigned to Odette.').waitFor()
    await page.getByText('Paula, paula@example.com').waitFor()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.getByText('Call her back.').waitFor()
    const [note] = await sql(server.database, `select internal from case_comments where text = 'Call her back.'`)
    expect(note).toEqual({ internal: true })
    expect(await page.getByRole('combobox', { name: 'Assigned to' }).inputValue()).toBe('Odette')
    // Whom the service does not accept is said, with the case that was created.
    await page.getByRole('link', { name: 'New case' }).click()
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    await find(page, 'Assign to', 'Odette')
    await sql(server.database, `update persons set blocked = true where email = 'odette@example.com'`)
    await press(page, 'Create')
    await page.getByText(/^Created, but not assigned to Odette\. \w+/).waitFor()
    await page.getByRole('heading', { name: /^\d+ Question$/ }).waitFor()
    await sql(server.database, `update persons set blocked = false where email = 'odette@example.com'`)
  })

  test('creates a case of a new customer, or says that the touchpoint does not register any', async () => {
    const email = 'petra@example.com'
    const enter = async (page: Page) => {
      await page.getByLabel("Customer's first name").fill(' Petra ')
      await press(page, 'Create')
      await expectProblem(page, "Customer's first name", 'The first name requires the email address.')
      await page.getByLabel('Customer', { exact: true }).fill(email)
    }
    const { page, complaints } = await desk.open('/cases/new')
    await enter(page)
    await page.getByLabel("Customer's first name").fill('')
    await page.getByLabel('Type').selectOption('Billing and payments: Question')
    await press(page, 'Create')
    await expectProblem(page, 'Customer', 'To register one, send the first name.')
    await page.getByLabel("Customer's first name").fill('Petra')
    await press(page, 'Create')
    await page.getByText(`Petra, ${email}`).waitFor()
    const partner = await desk.open('/cases/new', 'omarAtPartner')
    await enter(partner.page)
    await partner.page.getByLabel('Customer', { exact: true }).fill('pierre@example.com')
    await press(partner.page, 'Create')
    await expectProblem(
      partner.page,
      'Customer',
      'must belong to an active customer. This touchpoint does not register customers.',
    )
    expect(complaints).toEqual([])
  })
})
