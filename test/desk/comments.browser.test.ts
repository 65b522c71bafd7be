import { describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible, hasBrowser } from '../support/browser/browser.ts'
import { odette, paula } from '../support/requests/credentials.ts'
import { focused, press, expectProblem, useDesk } from '../support/browser/desk.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { change } from '../support/requests/changes.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Keeps the answers to a mutation back until it is known what becomes of them. */
async function hold(page: Page, name: string) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route('**/desk/graphql', async (route, request) => {
    if (!request.postData()?.includes(`mutation ${name}`)) return route.fallback()
    return (await promise) === 'abort' ? route.abort() : route.fallback()
  })
  return {
    async fail() {
      resolve('abort')
      // It is tried three times.
      await page.getByText('The service did not respond').waitFor()
      await page.unroute('**/desk/graphql')
    },
  }
}

describe.runIf(hasBrowser)('comments in the desk', () => {
  const desk = useDesk(server)

  test('shows what others write quietly, while the viewer writes', async () => {
    const id = await server.addCase()
    const caseInstanceId = `${id}`
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByText('Imported').waitFor()
    await page.getByLabel('Message').fill('We look')
    await change(server.url, 'addComments', { caseInstanceId, comments: [{ text: 'It happened again.' }] }, paula)
    await timelineOf(page).getByText('It happened again.').waitFor()
    await timelineOf(page).getByText('via web').waitFor()
    expect(await focused(page)).toBe('Message')
    const note = { text: 'See https://example.com/42.', internal: true }
    await change(server.url, 'addComments', { caseInstanceId, comments: [note] }, odette)
    await focusWindow(page)
    await timelineOf(page).getByText('See ').waitFor()
    expect(await page.getByRole('link', { name: 'https://example.com/42' }).getAttribute('href')).toBe(
      'https://example.com/42',
    )
    await page.keyboard.type(' into it.')
    await page.keyboard.press('Control+Enter')
    await timelineOf(page).getByText('We look into it.').waitFor()
  })

  test('keeps replies and internal notes apart, and says who will read them', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const box = page.getByRole('form', { name: 'Write' })
    const background = () => box.evaluate((element) => getComputedStyle(element).backgroundColor)
    await box.getByText('Paula can read it.').waitFor()
    const usual = await background()
    await page.getByLabel('Message').fill('For Paula.')
    await page.getByRole('tab', { name: 'Internal note' }).click()
    await box.getByText('Only operators can read it.').waitFor()
    expect(await background()).not.toBe(usual)
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('')
    await press(page, 'Add note')
    await expectProblem(page, 'Note', 'Enter a note.')
    expect(await focused(page)).toBe('There is a problemEnter a note.')
    await page.getByLabel('Note', { exact: true }).fill('Between us.')
    await press(page, 'Add note')
    await page.getByText('Note added.').waitFor()
    await timelineOf(page).getByText('Internal note').waitFor()
    await page.getByRole('tab', { name: 'Reply to Paula' }).click()
    expect(await page.getByLabel('Message').inputValue()).toBe('For Paula.')
    await press(page, 'Send and …')
    await page.getByRole('menuitem', { name: 'Set status Waiting for customer' }).click()
    await timelineOf(page).getByText('For Paula.').waitFor()
    await timelineOf(page).getByText('Status: Open → Waiting for customer').waitFor()
    const status = page.getByLabel('Status', { exact: true })
    await page.getByText('Sent. Status: Waiting for customer.').waitFor()
    const before = await status.inputValue()
    await press(page, 'Undo')
    await page.getByText('The former status is back.').waitFor()
    expect(before).toBe('Waiting for customer')
    await expect.poll(() => status.inputValue()).toBe('Open')
  })

  test('counts the characters of a long comment as the service does, and cuts nothing off', async () => {
    const id = await server.addCase({ comments: [{ text: 'Short.', authorEmail: 'olga@example.com' }] })
    const { page } = await desk.open(`/cases/${id}`)
    const tooLong = 'x'.repeat(10_001)
    const expectRejected = async (label: string, button: string) => {
      const input = page.getByLabel(label, { exact: true })
      await input.fill(tooLong)
      await page.getByText('10,001 of 10,000 characters.').waitFor()
      await press(page, button)
      await expectProblem(page, label, 'A comment can have at most 10,000 characters. Shorten it.')
      expect(await input.inputValue()).toBe(tooLong)
    }
    await expectRejected('Message', 'Send')
    // Two code units each, and white space that is not stored.
    await page.getByLabel('Message').fill(` ${'😀'.repeat(10_000)}\n`)
    await page.getByText('10,000 of 10,000 characters.').waitFor()
    await press(page, 'Send')
    // It moves the other comments, and with them the menu that is opened below.
    await timelineOf(page).getByText('😀').waitFor()
    await page.getByLabel('Message').fill('x'.repeat(8_999))
    expect(await page.getByText(/ of 10,000 characters/).count()).toBe(0)
    await press(page, 'Actions for the comment by Olga: Short.')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expectRejected('Edit comment', 'Save comment')
    await page.getByRole('link', { name: 'New case' }).click()
    await expectRejected('First message', 'Create')
  })

  test('edits and removes comments', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const comment = (text: string, minutes: number) => ({
      text,
      authorEmail: 'paula@example.com',
      createdAt: at(minutes),
    })
    const id = await server.addCase({ comments: [comment('An old one.', 20), comment('A new one.', 1)] })
    const entry = (page: Page, text: string) => timelineOf(page).getByRole('listitem').filter({ hasText: text })
    const choose = async (page: Page, text: string, action: string) => {
      await entry(page, text)
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const { page } = await desk.open(`/cases/${id}`)
    await choose(page, 'A new one.', 'Edit')
    expect(await focused(page)).toBe('Edit comment')
    await page.getByLabel('Edit comment').fill(' ')
    await press(page, 'Save comment')
    await expectProblem(page, 'Edit comment', 'Enter a text, or remove the comment.')
    await page.getByLabel('Edit comment').fill('A better one.')
    await press(page, 'Save comment')
    await entry(page, 'A better one.').getByText(', edited').waitFor()
    await choose(page, 'An old one.', 'Remove')
    await press(page, 'Undo')
    await page.getByText('The comment is back.').waitFor()
    await choose(page, 'An old one.', 'Remove')
    await timelineOf(page).getByText('Comment by Paula removed').waitFor()
    expect(await server.version(id)).toBe(2)
    await timelineOf(page).getByText('Comment removed by Olga').waitFor()
    expect(await timelineOf(page).getByText('An old one.', { exact: true }).count()).toBe(0)
  })

  test('shows that a comment was edited, and operators its old text', async () => {
    const id = await server.addCase({ comments: [{ text: 'The first text.', authorEmail: 'olga@example.com' }] })
    const edit = 'mutation ($input: EditCommentInput!) { editComment(input: $input) { __typename } }'
    await graphqlData(server.url, edit, { input: { commentId: `comment:${id}:1:1`, text: 'The new text.' } })
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const timeline = page.getByRole('region', { name: 'Conversation' })
    await timeline.getByText('The new text.', { exact: true }).waitFor()
    await timeline.getByText('Comment edited by Olga').waitFor()
    await timeline.getByText('Text: The first text. → The new text.', { exact: true }).waitFor()
    await timeline.getByText(', edited').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows a message before it is sent, and brings it back with the reason if it cannot be', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const held = await hold(page, 'AddComments')
    await page.getByLabel('Message').fill('We look into it.')
    await press(page, 'Send')
    const entry = timelineOf(page).getByRole('listitem').filter({ hasText: 'We look into it.' })
    await entry.getByText('Sending …').waitFor()
    await expectAccessible(page)
    expect(await page.getByLabel('Message').inputValue()).toBe('')
    await page.getByLabel('Message').fill('And more.')
    await page.getByRole('link', { name: 'All open' }).first().click()
    // The row says the same.
    await page.locator(`[data-case-row="${id}"]`).getByText('We look into it.').waitFor()
    await page.goBack()
    await entry.getByText('Sending …').waitFor()
    await held.fail()
    expect(await page.getByLabel('Message').inputValue()).toBe('We look into it.\n\nAnd more.')
    expect(await entry.count()).toBe(0)
    await press(page, 'Send')
    await page.getByText('Sent.').waitFor()
    await expect.poll(() => timelineOf(page).getByText('Sending …').count()).toBe(0)
    expect(await server.version(id)).toBe(2)
    complaints.length = 0
  })

  test(
    'sends after five seconds if the viewer wants that, unless it is undone, and at once when the tab is closed',
    { tags: ['nightly'] },
    async () => {
      const id = await server.addCase()
      const { page } = await desk.open(`/cases/${id}`)
      await page.evaluate(() =>
        localStorage.setItem('preferences OPERATOR olga@example.com', JSON.stringify({ delaysSending: true })),
      )
      await page.reload()
      const message = page.getByLabel('Message')
      await message.fill('Too early.')
      await press(page, 'Send')
      await timelineOf(page).getByText('Not sent yet').waitFor()
      await page.keyboard.press('z')
      await expect.poll(() => message.inputValue()).toBe('Too early.')
      await press(page, 'Send')
      await press(page, 'Do not send')
      await expect.poll(() => message.inputValue()).toBe('Too early.')
      await message.fill('In time.')
      await press(page, 'Send')
      await page.getByText('Sent.').waitFor()
      expect(await server.version(id)).toBe(2)
      await message.fill('And good-bye.')
      await press(page, 'Send')
      await timelineOf(page).getByText('Not sent yet').waitFor()
      await page.goto('about:blank')
      await expect.poll(() => server.version(id)).toBe(3)
    },
  )

  test('sends a message again that was on its way when the page was left, once', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await page.route('**/desk/graphql', async (route, request) => {
      if (request.postData()?.includes('mutation AddComments')) await route.fetch()
      else await route.fallback()
    })
    await page.getByLabel('Message').fill('On its way.')
    await press(page, 'Send')
    await expect.poll(() => server.version(id)).toBe(2)
    await page.goto(`${server.url}/livez`)
    await page.unroute('**/desk/graphql')
    // It was left a while ago.
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage)) {
        if (!key.includes(' outgoing ')) continue
        const { value, at } = JSON.parse(String(text)) as { value: { at: number }; at: number }
        localStorage.setItem(key, JSON.stringify({ value: { ...value, at: value.at - 15_000 }, at }))
      }
    })
    await page.goto(`${server.url}/desk/cases/${id}`)
    await page.getByText('Sent.').waitFor()
    await timelineOf(page).getByText('On its way.').waitFor()
    expect(await server.version(id)).toBe(2)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(' outgoing ')))).toEqual([])
  })

  test('removes a comment at once when the tab is closed', async () => {
    const comments = [{ text: 'Remove me.', authorEmail: 'olga@example.com' }]
    const id = await server.addCase({ comments })
    const { page } = await desk.open(`/cases/${id}`)
    await press(page, 'Actions for the comment by Olga: Remove me.')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await timelineOf(page).getByText('Comment by Olga removed').waitFor()
    expect(await server.version(id)).toBe(1)
    // The case changes before the comment is removed.
    await page.getByLabel('Message').fill('Sorry.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Sent.', { exact: true }).waitFor()
    await page.goto('about:blank')
    await expect.poll(() => server.version(id)).toBe(3)
  })

  test('marks what is new, moves nothing for it, and leads to it', async () => {
    const comments = Array.from({ length: 20 }, (_, i) => ({
      text: `Comment ${i}.\n\n`.repeat(4),
      authorEmail: 'olga@example.com',
    }))
    const id = await server.addCase({ comments })
    const { page } = await desk.open(`/cases/${id}`)
    const last = timelineOf(page).getByText('Comment 19.').last()
    await last.waitFor()
    // It was seen.
    await page.waitForTimeout(1_500)
    const top = async () => Math.round((await last.boundingBox())!.y)
    const before = await top()
    await change(
      server.url,
      'addComments',
      { caseInstanceId: `${id}`, comments: [{ text: 'One more thing.\n\nA.\n\nB.\n\nC.' }] },
      odette,
    )
    await page.getByRole('button', { name: '1 new message' }).waitFor()
    await timelineOf(page).getByText('New', { exact: true }).waitFor()
    expect(await top()).toBe(before)
    await change(server.url, 'patchCase', { caseInstanceId: `${id}`, status: 'In progress' }, odette)
    await timelineOf(page).getByText('Status: Open → In progress').waitFor()
    expect(await top()).toBe(before)
    await expectAccessible(page)
    await press(page, '1 new message')
    await page.getByRole('button', { name: '1 new message' }).waitFor({ state: 'detached' })
    expect(await timelineOf(page).getByText('New', { exact: true }).count()).toBe(1)
  })

  test('asks once before a second answer goes out', async () => {
    const id = await server.addCase()
    const olga = await desk.open(`/cases/${id}`)
    const other = await desk.open(`/cases/${id}`, 'odette')
    await olga.page.getByLabel('Message').fill('My answer.')
    await other.page.getByLabel('Message').fill('Her answer.')
    await press(other.page, 'Send')
    await other.page.getByText('Sent.').waitFor()
    // Also if the page does not know of it yet.
    await press(olga.page, 'Send')
    const question = olga.page.getByText('Odette answered while you were writing. Send anyway?')
    await question.waitFor()
    await expectAccessible(olga.page)
    expect(await olga.page.getByLabel('Message').inputValue()).toBe('My answer.')
    expect(await server.version(id)).toBe(2)
    await press(olga.page, 'Keep writing')
    await olga.page.getByLabel('Message').fill('My better answer.')
    await timelineOf(olga.page).getByText('Her answer.').waitFor()
    await press(olga.page, 'Send')
    await olga.page.getByText('Sent.').waitFor()
    await olga.page.getByRole('tab', { name: 'Internal note' }).click()
    await olga.page.getByLabel('Note', { exact: true }).fill('Between us.')
    await change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [{ text: 'Again.' }] }, odette)
    await timelineOf(olga.page).getByText('Again.').waitFor()
    await press(olga.page, 'Add note')
    await olga.page.getByText('Note added.').waitFor()
  })

  test('has one measure for messages and for what is written, also on a very wide screen', async () => {
    const comments = [{ text: 'A long line. '.repeat(60), authorEmail: 'paula@example.com' }]
    const { page } = await desk.open(`/cases/${await server.addCase({ comments })}`, 'olga', {
      viewport: { width: 1920, height: 1080 },
    })
    const rightOf = async (element: Locator) => {
      const { x, width } = (await element.boundingBox())!
      return Math.round(x + width)
    }
    const [text, input] = [page.locator('.message > .body'), page.getByLabel('Message')]
    await text.first().waitFor()
    expect(await rightOf(text.first())).toBe(await rightOf(input))
    expect((await input.boundingBox())!.width).toBeLessThan(800)
  })

  test('names people, and leads to the cases that are mentioned', async () => {
    const comments = [{ text: 'See #1001, not a#1002 or #0.', authorEmail: 'odette@example.com' }]
    const id = await server.addCase({ comments })
    const { page } = await desk.open(`/cases/${id}`)
    await change(server.url, 'assignCase', { caseInstanceId: `${id}`, email: 'odette@example.com' })
    await timelineOf(page).getByText('Operator: none → Odette').waitFor()
    expect(await timelineOf(page).getByRole('link').allTextContents()).toEqual(['#1001'])
    await timelineOf(page).getByRole('link', { name: '#1001' }).click()
    await expect.poll(() => page.url()).toContain('/desk/cases/1001')
  })

  test('marks a case as read when its newest message was seen for a second, and as unread with a key', async () => {
    const comments = [{ text: 'It is broken.', authorEmail: 'paula@example.com' }]
    const id = await server.addCase({ comments })
    const isUnread = async () => {
      const data = await graphqlData<{ case: { unread: boolean } }>(server.url, `{ case(id: "${id}") { unread } }`)
      return data.case.unread
    }
    const page = await (await desk.open('/')).page.context().newPage()
    // Nobody reads a hidden page.
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => !location.hash }))
    await page.goto(`${server.url}/desk/cases/${id}`)
    await timelineOf(page).getByText('It is broken.').waitFor()
    await page.waitForTimeout(1_500)
    expect(await isUnread()).toBe(true)
    await page.goto(`${server.url}/desk/cases/${id}#visible`)
    await page.reload()
    await expect.poll(isUnread).toBe(false)
    await page.keyboard.press('u')
    await expect.poll(isUnread).toBe(true)
    await page.locator('[data-case-row]').first().waitFor()
    await press(page, 'Undo')
    await expect.poll(isUnread).toBe(false)
  })

  test('does not mark as read what comes while nobody touches the page', async () => {
    const id = await server.addCase()
    const unreadCase = `{ case(id: "${id}") { unread } }`
    const isUnread = async () => (await graphqlData<{ case: { unread: boolean } }>(server.url, unreadCase)).case.unread
    const { page } = await desk.open('/')
    await page.clock.install()
    await page.goto(`${server.url}/desk/cases/${id}`)
    await page.getByLabel('Message', { exact: true }).waitFor()
    await page.clock.runFor(130_000)
    await change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [{ text: 'Anybody?' }] }, paula)
    await expect
      .poll(async () => (await page.clock.runFor(1_000), timelineOf(page).getByText('Anybody?').count()))
      .toBe(1)
    await page.clock.runFor(5_000)
    expect(await isUnread()).toBe(true)
    await page.mouse.move(40, 40)
    await page.clock.runFor(3_000)
    await expect.poll(isUnread).toBe(false)
  })

  test('shows who else looks at the case, and who writes', { tags: ['nightly'] }, async () => {
    const id = await server.addCase()
    const one = await desk.open(`/cases/${id}`)
    await one.page.getByLabel('Message').waitFor()
    const other = await desk.open(`/cases/${id}`, 'odette')
    await other.page.getByText('Olga looks at this case.').waitFor()
    for (const { page } of [one, other]) await page.clock.install()
    for (const { page } of [one, other]) await page.reload()
    await one.page.getByLabel('Message').waitFor()
    await one.page.clock.runFor(10_000)
    await one.page.getByText('Odette looks at this case.').waitFor()
    await one.page.getByLabel('Message').fill('We')
    await one.page.clock.runFor(10_000)
    await other.page.clock.runFor(10_000)
    await other.page.getByText('Olga is writing.').waitFor()
    await expectAccessible(other.page)
    await one.page.goto('about:blank')
    // Whoever leaves is forgotten.
    await sql(server.database, `update case_presences set noted_at = noted_at - interval '16 seconds'`)
    await other.page.clock.runFor(10_000)
    await expect.poll(() => other.page.locator('.presence').textContent()).toBe('')
  })

  test('does not say that somebody is there who has not touched the page for two minutes', async () => {
    const id = await server.addCase()
    const { page } = await desk.open('/')
    await page.clock.install()
    let noted = 0
    page.on('request', (request) => {
      noted += Number(request.postData()?.includes('noteCasePresence') ?? false)
    })
    await page.goto(`${server.url}/desk/cases/${id}`)
    await page.getByLabel('Message').waitFor()
    await page.clock.runFor(180_000)
    await expect.poll(() => noted).toBeGreaterThan(10)
    expect(noted).toBeLessThan(15)
    const before = noted
    await page.mouse.move(40, 40)
    await page.clock.runFor(10_000)
    await expect.poll(() => noted).toBe(before + 1)
  })

  test('adds a comment once when its response is lost', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    let sent = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('addComments') || ++sent > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('tab', { name: 'Internal note' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Only once.')
    await press(page, 'Add note')
    await page.getByText('Note added.').waitFor()
    const timeline = page.getByRole('region', { name: 'Conversation' })
    await expect.poll(() => timeline.getByText('Only once.').count()).toBe(1)
    await timeline.getByText('Internal note').waitFor()
    expect([sent, await server.version(id)]).toEqual([2, 2])
    complaints.length = 0
  })

  test('adds a comment once when its responses are lost and the page is reloaded', { tags: ['nightly'] }, async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('addComments')) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Message').fill('Only once.')
    await press(page, 'Send')
    await page.getByText('The service did not respond. Try again.').waitFor()
    await page.unroute('**/graphql')
    await page.reload()
    await page.getByText('Only once.').first().waitFor()
    await press(page, 'Send')
    await page.getByText('Sent.').waitFor()
    expect(await server.version(id)).toBe(2)
    complaints.length = 0
  })
})
