import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, hasBrowser } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { find, deskSecret, focused, signInAs, useDesk } from '../support/browser/desk.ts'
import { change } from '../support/requests/changes.ts'
import { sampled } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer(deskSecret)

describe.runIf(hasBrowser)('the desk', () => {
  const desk = useDesk(server)

  const screens: [string, BrowserContextOptions][] = [
    ['a wide screen, light', { viewport: { width: 1280, height: 900 } }],
    ['a narrow one, dark', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
  ]

  test.each(sampled(screens, 2, 1))('is accessible on %s', async (_what, options) => {
    const { page, complaints } = await desk.visit('/', options)
    await page.getByText('Sign in with a session token').click()
    await expectAccessible(page)
    await page.getByLabel('Email address').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('has this email address').waitFor()
    await expectAccessible(page)
    await signInAs(page, 'olga@example.com')
    await page.locator('[data-case-row]').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Filter' }).click()
    const font = (label: string) => page.getByLabel(label).evaluate((input) => getComputedStyle(input).fontFamily)
    expect(await font('Order')).toBe(await font('Search cases'))
    await page.getByLabel(/^Select 1001 /).check()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Assign to' }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await expectAccessible(page)
    await find(page, 'Assign to', 'Billing team')
    await page.getByText('1 of 1 case changed').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'New case' }).click()
    await page.getByLabel('Type').selectOption('Billing and payments: Refund')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await expectAccessible(page)
    const comment = { text: 'It happened again.', authorEmail: 'paula@example.com' }
    const id = await server.addCase({ comments: [comment, { ...comment, internal: true }] })
    await page.goto(new URL(`/desk/cases/${id}`, page.url()).href)
    await page.getByText('Imported').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Internal note' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Between us.')
    const actions = page.getByRole('button', { name: /^Actions for the comment by Paula/ })
    await actions.first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Amount to refund').fill('')
    await page.getByLabel('Amount to refund').blur()
    await page.locator('[aria-invalid="true"]').waitFor()
    await expectAccessible(page)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText('Comment by Paula removed').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByLabel('Amount to refund').fill('12')
    const target = { caseInstanceId: `${id}`, categoryCode: 'BILLING', typeCode: 'REFUND' }
    const caseData = { amount: 50, invoiceCount: 7, goodwill: false }
    await change(server.url, 'updateCase', { ...target, caseData }, odette)
    await page.getByText('Amount to refund: 42.5 → 50').waitFor({ state: 'attached' })
    await page.getByLabel('Amount to refund').blur()
    await page.getByRole('button', { name: 'Save anyway' }).waitFor()
    await expectAccessible(page)
    // The address that nobody has.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
  })

  test('is served with a policy that allows neither inline scripts and styles nor other servers', async () => {
    const { page } = await desk.open('/cases/1001')
    await page.getByText('Imported').waitFor()
    const policy =
      (await fetch(page.url(), { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? ''
    const own = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]
    expect(policy.split('; ')).toEqual(expect.arrayContaining([...own, "img-src 'self' data:"]))
    expect(policy).not.toContain('unsafe')
    // The browser would complain about whatever the policy blocks.
  })

  test('can be used with only the keyboard', async () => {
    const id = await server.addCase({ groupName: 'Billing team' })
    const { page } = await desk.visit('/')
    const { keyboard } = page
    const tabTo = async (...targets: string[]) => {
      for (const target of targets) {
        await keyboard.press('Tab')
        expect(await focused(page)).toBe(target)
      }
    }
    await page.getByLabel('Email address').waitFor()
    await tabTo('Email address')
    await keyboard.type('olga@example.com')
    await keyboard.press('Enter')
    await page.getByRole('link', { name: `${id} Refund` }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await tabTo('Skip to the page')
    await keyboard.press('Enter')
    // Past the rail, the search and the buttons.
    await keyboard.press('j')
    expect(await focused(page)).toBe(`${id} Refund`)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: `${id} Refund` }).waitFor()
    await page.getByLabel('Assigned to').waitFor()
    // The focus has followed to the page of the case.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    const passed: unknown[] = []
    while (passed.length < 10 && passed.at(-1) !== 'Skip to what you write') {
      await keyboard.press('Tab')
      passed.push(await focused(page))
    }
    expect(passed.at(-1)).toBe('Skip to what you write')
    await keyboard.press('Enter')
    expect(await focused(page)).toBe('Message')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await keyboard.press('r')
    expect(await focused(page)).toBe('Message')
    await keyboard.type('By keyboard.')
    await keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Conversation' }).getByText('By keyboard.').waitFor()
    // The keys work again.
    await keyboard.press('n')
    expect(await focused(page)).toBe('Note')
    await keyboard.press('Escape')
    await keyboard.press('r')
    await tabTo('Send')
    await keyboard.press('s')
    expect(await focused(page)).toBe('Status')
    await keyboard.type('In')
    await keyboard.press('Enter')
    await page.getByText('Status: Open → In progress').waitFor()
    await page.getByRole('heading', { level: 2 }).focus()
    await keyboard.press('m')
    await page.getByText('Operator: none → Olga').waitFor({ state: 'attached' })
    // The next case of the list, and back to the list, at the case.
    await keyboard.press('j')
    await expect.poll(() => page.url()).not.toContain(`/${id}`)
    await page.getByRole('article').waitFor()
    await keyboard.press('k')
    // It is named after its first message now.
    await page.getByRole('heading', { name: `${id} By keyboard.` }).waitFor()
    await keyboard.press('g')
    await keyboard.press('i')
    await expect.poll(() => focused(page)).toBe(`${id} By keyboard.`)
  })
})
