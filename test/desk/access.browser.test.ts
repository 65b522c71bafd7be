import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, hasBrowser, overflow } from '../support/browser/browser.ts'
import { odette } from '../support/requests/credentials.ts'
import { find, deskSecret, focused, signInAs, useDesk } from '../support/browser/desk.ts'
import { change } from '../support/requests/changes.ts'
import { sql } from '../support/database/database.ts'
import { sampled } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer(deskSecret)

describe.runIf(hasBrowser)('the desk', () => {
  const desk = useDesk(server)

  const screens: [string, BrowserContextOptions][] = [
    ['a wide screen, light', { viewport: { width: 1280, height: 900 } }],
    ['a narrow one, dark', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
    [
      'a wide one, forced colors',
      { viewport: { width: 1280, height: 900 }, colorScheme: 'dark', forcedColors: 'active' },
    ],
  ]

  test.each(sampled(screens, 3, 1))('is accessible on %s', async (_what, options) => {
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

  test('paints its frame before its script is there, moves nothing, and loads at most 150 KB for the queue', async () => {
    const { page } = await desk.open('/cases/1001')
    const waiting = await page.context().newPage()
    await waiting.route('**/*.js', () => {})
    await waiting.goto(new URL('/desk', page.url()).href, { waitUntil: 'commit' })
    await waiting.getByRole('heading', { name: 'Casegate' }).waitFor()
    await waiting.getByRole('status', { name: 'Loading' }).waitFor()
    await expectAccessible(waiting)
    await waiting.close()
    const first = await page.context().newPage()
    const devtools = await page.context().newCDPSession(first)
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await first.addInitScript(() => {
      new PerformanceObserver((list) => {
        const moved = list
          .getEntries()
          .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
        document.documentElement.dataset['moved'] = String(
          Number(document.documentElement.dataset['moved'] ?? 0) + moved,
        )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await first.goto(new URL('/desk', page.url()).href)
    await first.locator('[data-case-row]').first().waitFor()
    await first.getByText(/^Next: /).waitFor()
    expect(Number(await first.evaluate(() => document.documentElement.dataset['moved'] ?? 0))).toBeLessThan(0.01)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(150_000)
    await first.close()
  })

  test('has one rule of color, tints what is selected, and says in an empty list what to do', async () => {
    const comments = [{ text: 'Marigold.', authorEmail: 'paula@example.com' }]
    const id = await server.addCase({ comments, priority: 'URGENT' })
    const since = `update cases set customer_waiting_since = now() - interval '25 hours' where id = $1`
    await sql(server.database, since, [id])
    const { page } = await desk.open('/?text=marigold')
    const row = page.locator(`[data-case-row="${id}"]`)
    const colorOf = (text: RegExp) =>
      page
        .getByText(text)
        .first()
        .evaluate((element) => getComputedStyle(element).color)
    await row.waitFor()
    const [urgent, late] = [await colorOf(/^Urgent/), await colorOf(/^waits /)]
    expect(late).toBe(urgent)
    const tint = () => row.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await tint()
    await row.getByRole('checkbox').check()
    await page.mouse.move(0, 0)
    expect(await tint()).not.toBe(before)
    await row.getByRole('link', { name: `${id}` }).click()
    await page.getByRole('article').waitFor()
    expect([await colorOf(/^Urgent/), await colorOf(/^waits /)]).toEqual([urgent, late])
    // The customer leads to all of their cases.
    await page.getByRole('link', { name: 'Paula, paula@example.com' }).click()
    await page.getByText('Customer: paula@example.com').waitFor()
    await page.goto(new URL('/desk/?text=nothingatall&assigned=me', page.url()).href)
    await page.getByRole('link', { name: 'Search without the other filters' }).click()
    await expect.poll(() => page.url()).toMatch(/\?text=nothingatall&status=any$/)
    await page.getByRole('link', { name: 'Show every open case' }).click()
    await page.locator('[data-case-row]').first().waitFor()
  })

  test('has values beside their labels, and moves nothing when one is entered', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const input = page.getByLabel('Invoices concerned')
    const boxOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!
    await input.waitFor()
    await page.getByRole('heading', { name: "Customer's other cases" }).waitFor()
    const other = await boxOf("Customer's other cases")
    const label = await boxOf('Invoices concerned')
    const box = (await input.boundingBox())!
    expect(box.x).toBeGreaterThan(label.x + label.width - 1)
    expect(box.y).toBeLessThan(label.y + label.height)
    await input.fill('3')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await boxOf("Customer's other cases")).toEqual(other)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    const notice = (await page.locator('.toast').boundingBox())!
    expect(Math.abs(notice.x + notice.width / 2 - 640)).toBeLessThan(2)
  })

  test('leaves room for the cases on a telephone, and shows whose they are', async () => {
    const { page } = await desk.open('/', 'olga', { viewport: { width: 360, height: 740 } })
    const row = page.locator('[data-case-row="1001"]')
    await row.getByRole('link', { name: 'Paula' }).waitFor()
    expect((await page.getByRole('main').boundingBox())!.y).toBeLessThanOrEqual(90)
    expect(await overflow(page)).toBe(0)
    await expectAccessible(page)
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
