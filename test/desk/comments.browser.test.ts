import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasBrowser } from '../support/browser/browser.ts'
import { odette, paula } from '../support/requests/credentials.ts'
import { focused, press, problemAt, useDesk } from '../support/browser/desk.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { mutate } from '../support/requests/mutations.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

describe.runIf(hasBrowser)('comments in the desk', () => {
  const desk = useDesk(server)

  test('shows what others write, when the window gets the focus and after a conflict', async () => {
    const id = await server.addCase()
    const caseInstanceId = `${id}`
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await page.getByText('Imported').waitFor()
    await mutate(server.url, 'addComments', { caseInstanceId, comments: [{ text: 'It happened again.' }] }, paula)
    await focusWindow(page)
    const notice = page.locator('[aria-live="polite"]').filter({ hasText: 'This case has changed since you opened it' })
    await notice.getByText('Commented by Paula via web').waitFor()
    await notice.getByText('It happened again.').waitFor()
    await timelineOf(page).getByText('It happened again.').waitFor()
    await press(page, 'Continue')
    expect(await page.getByText('It happened again.').count()).toBe(1)

    const note = { text: 'Do not refund it.', internal: true }
    await mutate(server.url, 'addComments', { caseInstanceId, comments: [note] }, odette)
    await page.getByLabel('Resolution').selectOption('Refunded')
    await press(page, 'Update')
    await notice.getByText('Do not refund it.').waitFor()
    await timelineOf(page).getByText('Do not refund it.').waitFor()
    expect(await server.version(id)).toBe(3)

    // A comment overwrites nothing. What came before it is shown afterwards.
    await press(page, 'Continue')
    await mutate(server.url, 'addComments', { caseInstanceId, comments: [{ text: 'Hello?' }] }, paula)
    await page.getByLabel('New comment').fill('We look into it.')
    await press(page, 'Reply to customer')
    await notice.getByText('Hello?').waitFor()
    await timelineOf(page).getByText('We look into it.').waitFor()
    expect(complaints).toEqual([])
  })

  test('says who will read a comment, and starts with a reply again after an internal note', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const box = page.getByRole('form', { name: 'Comment', exact: true })
    const background = () => box.evaluate((element) => getComputedStyle(element).backgroundColor)
    await box.getByText('Paula can read it.').waitFor()
    const usual = await background()
    await page.getByLabel('For operators only').check()
    await box.getByText('Only operators can read it.').waitFor()
    expect(await background()).not.toBe(usual)
    await press(page, 'Add internal note')
    await expect.poll(() => problemAt(page, 'New comment')).toContain('Enter a comment.')
    expect(await focused(page)).toBe('There is a problemEnter a comment.')
    await page.getByLabel('New comment').fill('Between us.')
    await press(page, 'Add internal note')
    await page.getByText('Internal note added.').waitFor()
    expect(await page.getByLabel('For operators only').isChecked()).toBe(false)
    expect(await background()).toBe(usual)
    await box.getByRole('button', { name: 'Reply to customer' }).waitFor()

    const alone = await desk.open(`/cases/${await server.addCase({ partyEmail: null })}`)
    await alone.page.getByRole('button', { name: 'Add comment' }).waitFor()
    expect([...complaints, ...alone.complaints]).toEqual([])
  })

  test('counts the characters of a long comment as the service does, and cuts nothing off', async () => {
    const id = await server.addCase({ comments: [{ text: 'Short.', authorEmail: 'olga@example.com' }] })
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const tooLong = 'x'.repeat(10_001)
    const expectRejected = async (label: string, button: string) => {
      const input = page.getByLabel(label, { exact: true })
      await input.fill(tooLong)
      await page.getByText('10,001 of 10,000 characters.').waitFor()
      await press(page, button)
      await expect
        .poll(() => problemAt(page, label))
        .toContain('A comment can have at most 10,000 characters. Shorten it.')
      expect(await input.inputValue()).toBe(tooLong)
    }
    await expectRejected('New comment', 'Reply to customer')
    // Two code units each, and white space that is not stored.
    await page.getByLabel('New comment').fill(` ${'😀'.repeat(10_000)}\n`)
    await page.getByText('10,000 of 10,000 characters.').waitFor()
    await press(page, 'Reply to customer')
    await page.getByText('Comment added.').waitFor()
    await page.getByLabel('New comment').fill('x'.repeat(8_999))
    expect(await page.getByText(/ of 10,000 characters/).count()).toBe(0)

    await page.getByRole('button', { name: 'Edit comment by Olga: Short.' }).click()
    await expectRejected('Edit comment', 'Save comment')
    await page.getByRole('link', { name: 'New case' }).click()
    await expectRejected('First comment', 'Create')
    expect(complaints).toEqual([])
  })

  test('edits and removes comments', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const comment = (text: string, minutes: number) => ({
      text,
      authorEmail: 'paula@example.com',
      createdAt: at(minutes),
    })
    const id = await server.addCase({ comments: [comment('An old one.', 20), comment('A new one.', 1)] })
    const own = await desk.open(`/cases/${id}`, 'paula')
    const entry = (page: Page, text: string) => timelineOf(page).getByRole('listitem').filter({ hasText: text })
    await entry(own.page, 'A new one.').getByRole('button', { name: 'Edit' }).click()
    // Authors have 15 minutes.
    expect(await timelineOf(own.page).getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await focused(own.page)).toBe('Edit comment')
    await own.page.getByLabel('Edit comment').fill(' ')
    await press(own.page, 'Save comment')
    await expect.poll(() => problemAt(own.page, 'Edit comment')).toContain('Enter a text, or remove the comment.')
    await own.page.getByLabel('Edit comment').fill('A better one.')
    await press(own.page, 'Save comment')
    await entry(own.page, 'A better one.').getByText(', edited').waitFor()

    const { page, complaints } = await desk.open(`/cases/${id}`)
    await entry(page, 'An old one.').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await entry(page, 'An old one.').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await timelineOf(page).getByText('Comment removed by Olga').waitFor()
    expect(await timelineOf(page).getByText('An old one.', { exact: true }).count()).toBe(0)
    expect([...own.complaints, ...complaints]).toEqual([])
  })

  test('shows that a comment was edited, and operators its old text', async () => {
    const id = await server.addCase({ comments: [{ text: 'The first text.', authorEmail: 'olga@example.com' }] })
    const edit = 'mutation ($input: EditCommentInput!) { editComment(input: $input) { __typename } }'
    await graphqlData(server.url, edit, { input: { commentId: `comment:${id}:1:1`, text: 'The new text.' } })
    for (const [person, change] of [
      ['olga', 'Text: The first text. → The new text.'] as const,
      ['paula', 'Text'] as const,
    ]) {
      const { page, complaints } = await desk.open(`/cases/${id}`, person)
      const timeline = page.getByRole('region', { name: 'Timeline' })
      await timeline.getByText('The new text.', { exact: true }).waitFor()
      await timeline.getByText('Comment edited by Olga').waitFor()
      await timeline.getByText(change, { exact: true }).waitFor()
      await timeline.getByText(', edited').waitFor()
      expect(complaints).toEqual([])
    }
  })

  test('adds a comment once when its response is lost', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    let sent = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('addComments') || ++sent > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('New comment').fill('Only once.')
    await page.getByLabel('For operators only').check()
    await press(page, 'Add internal note')
    await page.getByText('Internal note added.').waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect.poll(() => timeline.getByText('Only once.').count()).toBe(1)
    await timeline.getByText('Operators only').waitFor()
    expect([sent, await server.version(id)]).toEqual([2, 2])
  })

  test('adds a comment once when its responses are lost and the page is reloaded', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('addComments')) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('New comment').fill('Only once.')
    await press(page, 'Reply to customer')
    await page.getByText('The service did not respond. Try again.').waitFor()
    await page.unroute('**/graphql')
    await page.reload()
    await page.getByText('Only once.').first().waitFor()
    await press(page, 'Reply to customer')
    await page.getByText('Comment added.').waitFor()
    expect(await server.version(id)).toBe(2)
  })
})
