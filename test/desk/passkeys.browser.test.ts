import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { press, sessionCookie } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { freePort } from '../support/free-port.ts'
import { invite } from '../support/passkeys/desk.ts'
import { addDevice, removeDevices } from '../support/passkeys/virtual-device.ts'
import { ada, adminData } from '../support/requests/configure.ts'
import { useServer } from '../support/server/server.ts'

const port = await freePort()
const address = `http://localhost:${port}`
const server = useServer({ data: adminData, env: { PORT: `${port}`, DESK_URL: `${address}/desk` } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const signOut = (page: Page) => button(page, 'Sign out')

describe.runIf(hasBrowser)('passkeys in a browser', () => {
  const browser = useBrowser()
  const withDevices: Page[] = []
  let olga = ''
  beforeEach(async () => {
    for (const table of ['invitations', 'passkeys']) await sql(server.database, `delete from ${table}`)
    const [row] = await sql<{ id: number }>(
      server.database,
      `select id from persons where email = 'olga@example.com' and kind = 'OPERATOR'`,
    )
    olga = `person:${row!.id}`
  })

  afterEach(() => Promise.all(withDevices.splice(0).map(removeDevices)))

  const asAda = () =>
    browser.visit(`${address}/desk/people/edit?id=${olga}`, { cookies: [sessionCookie(address, ada)] })

  async function open(path: string) {
    const { page, complaints } = await browser.visit(`${address}/livez`)
    const device = await addDevice(page)
    withDevices.push(page)
    await page.goto(`${address}${path}`)
    return { page, device, complaints }
  }
  const openInvitation = async () => open(`/desk/invitation#${await invite(server, olga)}`)

  async function accept(page: Page) {
    await press(page, 'Create a passkey')
    await signOut(page).waitFor()
  }

  test('an admin invites a person, who registers one and signs in with it', async () => {
    const { page: admin } = await asAda()
    await press(admin, 'Invite Olga')
    const link = await admin.getByLabel('Link').inputValue()
    expect(link).toMatch(new RegExp(`^${address}/desk/invitation#cgi_[\\w-]{43}$`))
    expect(await accessibilityViolations(admin)).toEqual([])
    await press(admin, 'Done')
    await admin.getByText('Invited until').waitFor()
    const { page, device } = await open(link.slice(address.length))
    await page.getByRole('heading', { name: 'Welcome, Olga' }).waitFor()
    await page.getByText('olga@example.com').waitFor()
    await page.getByText(/^This invitation works once, until .*\d{4}.*\d:\d\d/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await accept(page)
    expect(page.url()).toBe(`${address}/desk/`)
    expect(await device.count()).toBe(1)
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await signOut(page).waitFor()
    await admin.reload()
    await admin.getByRole('button', { name: /^Remove .* on Linux$/ }).waitFor()
    await expect.poll(() => admin.getByText('Invited until').count()).toBe(0)
  })

  test('a link works once, also in two tabs', async () => {
    const { page } = await openInvitation()
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open(location.href))
    const second = await opened
    await button(second, 'Create a passkey').waitFor()
    // Only the page in front may ask for a passkey.
    await page.bringToFront()
    await accept(page)
    await press(second, 'Create a passkey')
    await second.getByRole('heading', { name: 'This invitation has ended' }).waitFor()
    expect(await accessibilityViolations(second)).toEqual([])
    await second.close()
  })

  test('a cancelled prompt can be repeated', { tags: ['nightly'] }, async () => {
    const { page, device } = await openInvitation()
    await device.verify(false)
    await press(page, 'Create a passkey')
    await page.getByRole('alert').getByText('No passkey was used.').waitFor()
    await device.verify(true)
    await accept(page)
    await press(page, 'Sign out')
    await device.verify(false)
    await press(page, 'Sign in with a passkey')
    await page.getByRole('alert').getByText('No passkey was used.').waitFor()
    await device.verify(true)
    await press(page, 'Sign in with a passkey')
    await signOut(page).waitFor()
    expect(await device.count()).toBe(1)
  })

  test('a person adds a second device, renames it, and removes the first one', async () => {
    const { page, device } = await openInvitation()
    await accept(page)
    await page.getByRole('link', { name: 'Your settings' }).click()
    await press(page, 'Add a passkey')
    await page.getByRole('alert').getByText('This device already has a passkey for you.').waitFor()
    await device.remove()
    await addDevice(page)
    await press(page, 'Add a passkey')
    const rows = page.getByRole('listitem').filter({ hasText: 'on Linux' })
    await expect.poll(() => rows.count()).toBe(2)
    await rows
      .nth(1)
      .getByRole('button', { name: /^Rename/ })
      .click()
    await page.getByLabel('Name', { exact: true }).fill('Phone')
    await press(page, 'Save')
    await page.getByText('Phone').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    // The session began with the first one.
    await rows
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await button(page, 'Sign in with a passkey').click()
    await signOut(page).waitFor()
    await page.getByText('Phone').waitFor()
  })

  test('after a device is lost, an admin removes its passkey and invites again', async () => {
    const { page: lost } = await openInvitation()
    await accept(lost)
    const { page: admin } = await asAda()
    await admin.getByRole('button', { name: /^Remove .* on Linux$/ }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await admin.getByText('Olga has no passkey.').waitFor()
    await lost.reload()
    await press(lost, 'Sign in with a passkey')
    await lost.getByRole('alert').getByText('The passkey was not accepted.').waitFor()
    const { page, device } = await openInvitation()
    await accept(page)
    expect(await device.count()).toBe(1)
  })

  test.each([
    ['at the address of the server', `http://127.0.0.1:${port}`, 'Passkeys work only with the name of the server'],
    ['in an old browser', address, 'This browser is too old for passkeys.'],
  ])('%s, one sentence says why there is none', { tags: ['nightly'] }, async (where, origin, reason) => {
    const { page } = await browser.visit('about:blank')
    if (where === 'in an old browser') {
      await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    }
    await page.goto(`${origin}/desk`)
    await page.getByText(reason).waitFor()
    expect(await button(page, 'Sign in with a passkey').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.goto(`${origin}/desk/invitation#${await invite(server, olga)}`)
    await page.getByText(reason).waitFor()
    expect(await button(page, 'Create a passkey').count()).toBe(0)
  })
})
