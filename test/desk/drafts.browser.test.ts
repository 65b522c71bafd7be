import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser/browser.ts'
import { deskSecret, press, signInAs, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer(deskSecret)

const newComment = (page: Page) => page.getByLabel('Message')

/** Whether the browser asks before it closes the page. */
async function asksBeforeClosing(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

describe.runIf(hasBrowser)('drafts in the desk', () => {
  const desk = useDesk(server)

  test('survive navigation and a reload, each with its case, until they are saved', async () => {
    const [id, other] = [await server.addCase(), await server.addCase()]
    const { page } = await desk.open(`/cases/${id}`)
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.getByRole('link', { name: `${id} Refund` }).click()
    expect(await asksBeforeClosing(page)).toBe(false)
    await newComment(page).fill('We are looking')
    await page.getByRole('tab', { name: 'Internal note' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Between us')
    await page.getByLabel('Invoices concerned').fill('900')
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.getByRole('link', { name: `${other} Refund` }).click()
    await page.getByText('Imported').waitFor()
    expect(await newComment(page).inputValue()).toBe('')
    expect(await page.getByLabel('Invoices concerned').inputValue()).toBe('1')
    // They survive the tab.
    expect(await asksBeforeClosing(page)).toBe(false)
    await page.goto(page.url().replace(`${other}`, `${id}`))
    await page.getByText('Imported').waitFor()
    expect(await newComment(page).inputValue()).toBe('We are looking')
    expect(await page.getByLabel('Invoices concerned').inputValue()).toBe('900')
    await press(page, 'Send')
    await page.getByText('Sent.').waitFor()
    await page.getByRole('tab', { name: 'Internal note' }).click()
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Between us')
    await press(page, 'Add note')
    await page.getByText('Note added.').waitFor()
    await page.getByLabel('Invoices concerned').fill('12')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await page.getByText('Imported').waitFor()
    expect(await newComment(page).inputValue()).toBe('')
    expect(await page.getByLabel('Invoices concerned').inputValue()).toBe('12')
    expect(await asksBeforeClosing(page)).toBe(false)
  })

  test('are the same in every tab, are marked, and survive the end of the browser', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await newComment(page).fill('We are looking')
    await expect.poll(() => newComment(other).inputValue()).toBe('We are looking')
    await other.getByRole('tab', { name: 'Internal note' }).click()
    await other.getByRole('tab', { name: /^Reply to .* · Draft$/ }).waitFor()
    await newComment(page).fill('')
    await other.getByRole('tab', { name: /^Reply to [^·]*$/ }).waitFor()
    await newComment(page).fill('We are looking')
    await other.goto(other.url().replace(/cases.*/, ''))
    await other.locator(`[data-case-row="${id}"]`).getByText('Draft').waitFor()
    await other.close()
    // What belongs to a tab ends with it.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect.poll(() => newComment(page).inputValue()).toBe('We are looking')
    // Nobody comes back to it after a month.
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage)) {
        if (!key.startsWith('draft ')) continue
        localStorage.setItem(
          key,
          JSON.stringify({ ...(JSON.parse(String(text)) as object), at: Date.now() - 31 * 24 * 3_600_000 }),
        )
      }
    })
    await page.reload()
    await page.getByText('Imported').waitFor()
    expect(await newComment(page).inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('We are looking')
  })

  test('that were discarded come back with Undo, and what was entered since stays', async () => {
    const { page } = await desk.open(`/cases/${await server.addCase()}`)
    await newComment(page).fill('First.')
    await press(page, 'Discard')
    await newComment(page).fill('Second.')
    await press(page, 'Undo')
    await expect.poll(() => newComment(page).inputValue()).toBe('First.\n\nSecond.')
    await page.getByRole('link', { name: 'New case' }).click()
    await page.getByLabel('Subject').fill('Former')
    await page.getByLabel('First message').fill('No signal.')
    await press(page, 'Discard')
    await page.getByLabel('Subject').fill('Latter')
    await press(page, 'Undo')
    await expect.poll(() => page.getByLabel('First message').inputValue()).toBe('No signal.')
    expect(await page.getByLabel('Subject').inputValue()).toBe('Latter')
  })

  test('are kept until the page is left if the browser has no room for them', async () => {
    const { page } = await desk.open(`/cases/${await server.addCase()}`)
    await newComment(page).fill('We')
    await page.evaluate(() => {
      for (let size = 10_000_000; size > 0; size = Math.floor(size / 2)) {
        try {
          localStorage.setItem(`other ${size}`, 'x'.repeat(size))
        } catch {
          // A smaller one may fit.
        }
      }
    })
    await newComment(page).fill('We are looking into it.')
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.goBack()
    await expect.poll(() => newComment(page).inputValue()).toBe('We are looking into it.')
    expect(await asksBeforeClosing(page)).toBe(true)
  })

  test('are discarded by signing out, which asks before, and never shown to another person', async () => {
    const id = await server.addCase()
    const { page } = await desk.visit(`/cases/${id}`)
    await signInAs(page, 'olga@example.com')
    await newComment(page).fill('A secret.')
    await press(page, 'Sign out')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await newComment(page).inputValue()).toBe('A secret.')
    await press(page, 'Sign out')
    await press(page, 'Discard and sign out')
    await signInAs(page, 'olga@example.com')
    await page.getByText('Imported').waitFor()
    expect(await newComment(page).inputValue()).toBe('')
    // The end of a session discards nothing, unless another person signs in.
    await newComment(page).fill('A secret.')
    const revoke = () => sql(server.database, `update sessions set revoked_at = now() where origin = 'SECRET'`)
    const showAgain = () =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    const endSession = async () => {
      await revoke()
      // A query of the page may find out first. Then the button is gone.
      const reply = page.getByRole('button', { name: 'Send', exact: true })
      const send = async () => {
        await reply.click({ timeout: 5_000 }).catch(() => undefined)
        return page.getByText('Your session has ended.').isVisible()
      }
      await expect.poll(send).toBe(true)
    }
    await endSession()
    // Several requests may find out, one after the other, and the page may be reloaded.
    await showAgain()
    await page.reload()
    await page.getByText('Your session has ended.').waitFor()
    await signInAs(page, 'olga@example.com')
    await expect.poll(() => newComment(page).inputValue()).toBe('A secret.')
    await endSession()
    await signInAs(page, 'paula@example.com')
    await page.getByLabel('Your message').waitFor()
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('A secret.')
    await revoke()
    await showAgain()
    await page.getByText('Your session has ended. Sign in again.').waitFor()
  })

  test('that wait to be sent are sent by signing out', async () => {
    const id = await server.addCase()
    const { page } = await desk.visit(`/cases/${id}`)
    await page.evaluate(() =>
      localStorage.setItem('preferences OPERATOR olga@example.com', JSON.stringify({ delaysSending: true })),
    )
    await signInAs(page, 'olga@example.com')
    await newComment(page).fill('Good-bye.')
    await press(page, 'Send')
    await page.getByText('Not sent yet').waitFor()
    await press(page, 'Sign out')
    await page.getByLabel('Email address').waitFor()
    expect(await server.version(id)).toBe(2)
  })

  test('of tabs that were opened before the drafts had their place are kept', async () => {
    const { page } = await desk.open('/cases/new', 'paula')
    const store = (request: object) =>
      page.evaluate(
        (text) => sessionStorage.setItem('drafts', text),
        JSON.stringify({ owner: 'PARTY paula@example.com', drafts: { request }, attempts: {} }),
      )
    const message = page.getByLabel('Your message')
    // The name that the message had.
    await store({ text: 'It is too small.' })
    await page.reload()
    await expect.poll(() => message.inputValue()).toBe('It is too small.')
    await store({ text: 'It is too small.', comment: 'Thanks.' })
    await page.reload()
    await expect.poll(() => message.inputValue()).toBe('It is too small.\n\nThanks.')
  })

  // Last: the service gives its case the ID that the next added case would have.
  test('of a new case survive navigation until the case is created', async () => {
    const { page } = await desk.open('/cases/new')
    await page.getByLabel('Type').selectOption('Network and devices: Incident')
    await page.getByLabel('Severity, 1 worst').fill('2')
    await page.getByLabel('First message').fill('No signal.')
    await page.getByRole('link', { name: 'All open' }).first().click()
    await page.getByRole('link', { name: 'New case' }).click()
    expect(await page.getByLabel('Severity, 1 worst').inputValue()).toBe('2')
    await page.getByLabel('Signal level in dBm').fill('-90')
    await press(page, 'Create')
    await page.getByRole('heading', { name: /^\d+ No signal\.$/ }).waitFor()
    await page.getByRole('region', { name: 'Conversation' }).getByText('No signal.').waitFor()
    expect(await asksBeforeClosing(page)).toBe(false)
  })
})
