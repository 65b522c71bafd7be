import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations, hasBrowser, overflow } from '../support/browser/browser.ts'
import { expectProblem, holdMutation, press, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { ada, olga } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { sampled } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { changeCase, endpointWithReceiver, webhookSettings } from '../support/webhooks/endpoints.ts'
import { accept, failWith, Receiver } from '../support/webhooks/receiver.ts'

const session = { ...ada, touchpointCode: ada.touchpoint, login: 'ADMIN', email: 'ada@example.com' }
const server = useServer({
  env: webhookSettings,
  data: {
    admins: [{ email: 'ada@example.com', firstname: 'Ada' }],
    sessions: [{ token: session.token, touchpointCode: session.touchpointCode, login: 'ADMIN', email: session.email }],
  },
  demoLogins: [{ ...ada, login: 'ADMIN', firstname: 'Ada' }],
})

/** Reviews what was entered, and saves it. */
async function save(page: Page, review = 'Review and create', confirm = 'Create'): Promise<void> {
  await press(page, review)
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  await page.getByText(confirm === 'Create' ? 'Created.' : 'Saved.', { exact: true }).waitFor()
}

async function add(page: Page, label: string, value: string): Promise<void> {
  const input = page.getByLabel(label)
  await input.fill(value)
  await input.press('Enter')
  await page.getByRole('button', { name: `Remove ${value}` }).waitFor()
}

/** As a link does, so that the desk is not loaded again. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), `/desk${path}`)

describe.runIf(hasBrowser)('the administration pages', () => {
  const desk = useDesk(server)

  test('are what an admin sees, who signs in with one click', async () => {
    const { page } = await desk.visit('/')
    for (let i = 0; i < 2; i++) {
      await press(page, 'Sign in as Ada, admin')
      await page.getByRole('heading', { name: 'People' }).waitFor()
      expect(await page.getByRole('link', { name: 'New case' }).count()).toBe(0)
      await page.getByLabel('Login').selectOption('Customer')
      await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
      await page.getByLabel('Find people').fill('ped')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.getByRole('main').getByRole('listitem').allTextContents()).toHaveLength(1)
      await page.reload()
      await page.getByRole('link', { name: 'Pedro' }).click()
      await page.getByRole('heading', { name: 'Pedro' }).waitFor()
      await press(page, 'Sign out')
      await page.goto(`${server.url}/desk`)
    }
  })

  test('configure a team, from its group to a person who has signed in', async () => {
    const { page } = await desk.open('/groups/new', 'ada')
    await page.getByLabel('Name').fill('Warranty team')
    await page.getByLabel('Complaint').check()
    await add(page, 'Add an operator', 'omar@example.com')
    await save(page)
    await page.getByRole('heading', { name: 'Warranty team' }).waitFor()
    await go(page, '/types/new')
    await press(page, 'Review and create')
    await expectProblem(page, 'Code', 'Code')
    await page.getByLabel('Code').fill('WARRANTY')
    await page.getByLabel('Name').fill('Warranty')
    const fields: [kind: string, name: string, bounds: Record<string, string>][] = [
      ['Text', 'serial', { 'Maximum length': '20' }],
      ['Whole number', 'age', { 'Smallest value': '0', 'Largest value': '10' }],
      ['Decimal number', 'price', { 'Decimal places': '2' }],
      ['Yes or no', 'opened', {}],
      ['Date', 'bought', {}],
      ['Choice', 'defect', {}],
    ]
    for (const [kind, name, bounds] of fields) {
      await press(page, 'Add a field')
      const field = page.getByRole('group', { name: /^field \d+$/ })
      await field.getByLabel('Kind').selectOption(kind)
      for (const [label, value] of Object.entries(bounds)) await field.getByLabel(label).fill(value)
      await field.getByLabel('Required').selectOption('When the case is closed')
      await field.getByLabel('Name').fill(name)
    }
    await press(page, 'Move bought up')
    await press(page, 'Review and create')
    // A choice needs choices.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Choices/ })
      .click()
    await press(page, 'Add a choice')
    await page.getByRole('group', { name: 'choice 1' }).getByLabel('Value').fill('screen')
    await save(page)
    const stored = await sql<{ name: string }>(
      server.database,
      `select name, kind from case_type_fields where type_code = 'WARRANTY' order by position`,
    )
    expect(stored.map(({ name }) => name)).toEqual(['serial', 'age', 'price', 'bought', 'opened', 'defect'])
    await go(page, '/type-categories/new')
    await page.getByLabel('Type', { exact: true }).selectOption('Warranty')
    await page.getByLabel('Category', { exact: true }).selectOption('Network and devices')
    await page.getByLabel('Group of new cases').selectOption('Warranty team')
    await save(page)
    await go(page, '/touchpoints/new')
    await page.getByLabel('Code').fill('shop')
    await page.getByLabel('Name').fill('Shop')
    await add(page, 'Add a type category', 'Warranty in Network and devices')
    await page.getByLabel('Warranty in Network and devices: can change cases').check()
    await page.getByRole('group', { name: 'Logins' }).getByLabel('Operator').check()
    await save(page)
    await press(page, 'Issue a secret')
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    await press(page, 'Done')
    await page.getByText('never used').waitFor()
    await go(page, '/people/new')
    await page.getByLabel('First name').fill('Wanda')
    await page.getByLabel('Email address').fill('wanda@example.com')
    await add(page, 'Add a group', 'Warranty team')
    await page.getByLabel('Warranty', { exact: true }).check()
    await save(page)
    await page.getByRole('heading', { name: 'Wanda' }).waitFor()
    const response = await fetch(`${server.url}/api/v4/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'service-touchpoint': 'shop', 'service-secret': secret },
      body: JSON.stringify({ login: 'OPERATOR', email: 'wanda@example.com' }),
    })
    expect(response.status).toBe(201)
    await press(page, 'Revoke all sessions')
    await press(page, 'Revoke')
    await page.getByText('1 session revoked.').waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    for (const text of [
      'Sessions revoked',
      'Secret issued',
      'Group Warranty team',
      'Person Wanda, wanda@example.com',
    ]) {
      await page.getByRole('listitem').filter({ hasText: text }).first().waitFor()
    }
    // Names, labels and the words of the forms instead of IDs, codes and enum values.
    const ofType = page.getByRole('listitem').filter({ hasText: 'Type Warranty' })
    await ofType.getByText('When the case is closed').first().waitFor()
    const ofGroup = page.getByRole('listitem').filter({ hasText: 'Group Warranty team' }).first()
    await ofGroup.getByText('Added: Wanda, wanda@example.com').waitFor()
    await page.getByText('Added: Warranty in Network and devices').first().waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/WHEN_CLOSED|WARRANTY|person:|group:/)
    await page.getByLabel('Action').selectOption('Secret issued')
    await page.getByRole('link', { name: 'Touchpoint Shop' }).click()
    await expect.poll(() => page.url()).toContain('target=touchpoint%3Ashop')
    await page.getByText('Only Touchpoint Shop').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  test('save what was entered for a list and not added yet, unless it matches nothing', async () => {
    const { page } = await desk.open('/groups/new', 'ada')
    await page.getByLabel('Name').fill('Night shift')
    await page.locator('datalist option').first().waitFor({ state: 'attached' })
    const operator = page.getByLabel('Add an operator')
    await operator.fill('nobody@example.com')
    await press(page, 'Review and create')
    await expectProblem(page, 'Add an operator', 'Choose one of the suggestions.')
    expect(await operator.inputValue()).toBe('nobody@example.com')
    // It is kept while the admin looks something up.
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.goBack()
    expect(await operator.inputValue()).toBe('nobody@example.com')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await operator.fill('Odette@example.com')
    await page.locator('datalist option').first().waitFor({ state: 'attached' })
    await save(page)
    const query = `select p.email from operator_group_members m join persons p on p.id = m.operator_id
                   join operator_groups g on g.id = m.group_id where g.name = 'Night shift'`
    expect(await sql(server.database, query)).toEqual([{ email: 'odette@example.com' }])
  })

  test('show what a change affects before it is saved', async () => {
    const { page } = await desk.open('/statuses/edit?name=Open', 'ada')
    await page.getByLabel('Active').uncheck()
    await press(page, 'Review and save')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ open cases have this status\. They keep it\.$/).waitFor()
    const stored = () => sql(server.database, `select active from case_statuses where name = 'Open'`)
    expect(await stored()).toEqual([{ active: true }])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await stored()).toEqual([{ active: false }])
    await go(page, '/statuses/edit?name=In progress')
    await page.getByLabel('When the customer writes').selectOption('New')
    await press(page, 'Review and save')
    await page.getByRole('dialog').getByText('When the customer writes').waitFor()
    const held = await holdMutation(page, 'Configure')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await held.sent
    await go(page, '/statuses/edit?name=New')
    await page.getByRole('heading', { name: 'New', exact: true }).waitFor()
    held.release()
    await page.getByText('In progress: Saved.').waitFor()
    const following = `select after_party_comment from case_statuses where name = 'In progress'`
    expect(await sql(server.database, following)).toEqual([{ afterPartyComment: 'New' }])
    await page.getByRole('heading', { name: 'New', exact: true }).waitFor()
    await page.getByLabel('Active').uncheck()
    await press(page, 'Review and save')
    await page.getByRole('alert').getByRole('listitem').waitFor()
    await press(page, 'Discard changes')
    await page.getByText('Discard changes').waitFor({ state: 'detached' })
  })

  test('save a reply with placeholders, for whose cases it is offered, and a tag', async () => {
    const { page } = await desk.open('/saved-replies/new', 'ada')
    await page.getByLabel('Code').fill('INVOICE')
    await page.getByLabel('Label').fill('Copy of an invoice')
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Hello {{customer.name}},')
    await press(page, 'Review and create')
    await expectProblem(page, 'Text', 'Text must not contain placeholders other than {{customer.firstname}}')
    await text.fill('Hello ,\n\nsee Invoices.')
    await text.press('Control+Home')
    for (let i = 0; i < 'Hello '.length; i++) await page.keyboard.press('ArrowRight')
    await press(page, 'Insert {{customer.firstname}}')
    const stored = 'Hello {{customer.firstname}},\n\nsee Invoices.'
    expect(await text.inputValue()).toBe(stored)
    await page.keyboard.press('Control+z')
    expect(await text.inputValue()).toBe('Hello ,\n\nsee Invoices.')
    await press(page, 'Insert {{customer.firstname}}')
    expect(await page.locator('figure > p').innerText()).toBe('Hello Paula,\n\nsee Invoices.')
    await add(page, 'Add a type category', 'Question in Billing and payments')
    await save(page)
    const offered = async () =>
      (await graphql(server.url, '{ case(id: "1001") { savedReplies { label text } } }', {}, olga)).data
    const configured = `{ configuration { replies { code text active typeCategories { typeCode categoryCode } } } }`
    const reply = {
      code: 'INVOICE',
      text: stored,
      active: true,
      typeCategories: [{ typeCode: 'QUESTION', categoryCode: 'BILLING' }],
    }
    const { data } = await graphql<{ configuration: { replies: object[] } }>(server.url, configured, {}, ada)
    expect(data?.configuration.replies).toContainEqual(reply)
    await press(page, 'Remove Question in Billing and payments')
    await press(page, 'Review and save')
    await page.getByRole('dialog').locator('del', { hasText: 'Question in Billing and payments' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(JSON.stringify(await offered())).toContain('see Invoices')
    const listed = page.getByRole('listitem').filter({ hasText: 'Copy of an invoice' })
    await page.getByRole('link', { name: 'Saved replies' }).click()
    await listed.getByText('INVOICE · for all cases').waitFor()
    await listed.getByRole('link').click()
    await page.getByLabel('Active').uncheck()
    await save(page, 'Review and save', 'Save')
    expect(JSON.stringify(await offered())).not.toContain('see Invoices')
    await page.getByRole('link', { name: 'Saved replies' }).click()
    await listed.getByText('Inactive').waitFor()
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await go(page, '/tags/new')
    await page.getByLabel('Code').fill('PRESS')
    await page.getByLabel('Label').fill('Journalists')
    await save(page)
    await page.getByRole('heading', { name: 'Journalists' }).waitFor()
    await page.getByLabel('Label').fill('Press')
    await page.getByLabel('Active').uncheck()
    await save(page, 'Review and save', 'Save')
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Journalists → Press').waitFor()
    const { data: tagged } = await graphql<{ tags: object[] }>(server.url, '{ tags { code label active } }', {}, olga)
    expect(tagged?.tags).toContainEqual({ code: 'PRESS', label: 'Press', active: false })
  })

  test('show what another admin has changed, and keep the input', async () => {
    const { page } = await desk.open('/categories/edit?code=TELEX', 'ada')
    await page.getByLabel('Name').fill('Telegrams')
    const query = `mutation { configure(input: { categories: [{ code: "TELEX", active: true }] }) { __typename } }`
    expect(await graphql(server.url, query, {}, ada)).toMatchObject({
      data: { configure: { __typename: 'ConfigurePayload' } },
    })
    await press(page, 'Review and save')
    await page.locator('.changed').getByText('no → yes').waitFor()
    await page.getByText('Nothing was saved.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Telegrams')
    await press(page, 'Continue')
    await save(page, 'Review and save', 'Save')
    const [category] = await sql(server.database, `select name, active from case_categories where code = 'TELEX'`)
    expect(category).toEqual({ name: 'Telegrams', active: true })
  })

  test('send changes to a webhook endpoint, with a test, another attempt and a replay', async () => {
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    receiver.answer = failWith(500)
    const { page } = await desk.open('/webhooks/new', 'ada')
    await page.getByLabel('URL').fill('ftp://example.com')
    await press(page, 'Create')
    await expectProblem(page, 'URL', 'URL ')
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('Email address of the person').fill('olga@example.com')
    await page.getByLabel('Touchpoint').selectOption("Operators' desk")
    await page.getByRole('group', { name: 'Only these changes' }).getByLabel('Commented').check()
    await press(page, 'Create')
    const dialog = page.getByRole('dialog')
    const secret = () => dialog.getByLabel('Secret').inputValue()
    expect(await secret()).toMatch(/^whsec_/)
    const first = await secret()
    await press(page, 'Done')
    await page.getByText('Created.').waitFor()
    await press(page, 'Send a test')
    await page.getByText(/^The test failed: the receiver rejected it · HTTP 500/).waitFor()
    const cursorBefore = await settledFeed(server)
    const eventId = await changeCase(server, 1001)
    await expect.poll(() => receiver.ids).toContain(eventId)
    receiver.answer = accept
    const retried = page.getByRole('listitem').filter({ hasText: eventId })
    const reloaded = async () => {
      await press(page, 'Reload')
      return (await retried.allTextContents()).join()
    }
    await expect.poll(reloaded).toContain('Waiting')
    await retried.getByText(/failed: the receiver rejected it · HTTP 500/).waitFor()
    await press(page, `Retry ${eventId}`)
    await expect.poll(reloaded).toContain('Delivered')
    await press(page, 'Rotate the secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
    await expect.poll(secret).toMatch(/^whsec_/)
    expect(await secret()).not.toBe(first)
    await press(page, 'Done')
    await page.getByText('valid until').waitFor()
    await page.getByLabel('Cursor of the event feed').fill(cursorBefore)
    await press(page, 'Send again')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.ids.filter((id) => id === eventId).length).toBe(3)
    await page.getByLabel('Enabled').uncheck()
    await press(page, 'Save')
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('listitem').filter({ hasText: receiver.url }).getByText('Disabled').waitFor()
    await page.getByRole('link', { name: receiver.url }).click()
    await press(page, 'Remove the endpoint')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('An endpoint is the address of a system of yours').waitFor()
  })

  test('say on another page that a secret could not be shown, and that an endpoint was not removed', async () => {
    const url = 'https://gone.example.com/'
    const { data } = await graphql<{ result: { endpoint: { id: string } } }>(
      server.url,
      `
        mutation ($input: SaveWebhookEndpointInput!) {
          result: saveWebhookEndpoint(input: $input) {
            ... on SaveWebhookEndpointPayload {
              endpoint {
                id
              }
            }
          }
        }
      `,
      { input: { url, login: 'OPERATOR', email: 'olga@example.com', touchpointCode: 'desk' } },
      ada,
    )
    const { page } = await desk.open('/webhooks', 'ada')
    async function confirmAndLeave(label: string, confirm: string, mutation: string) {
      await page.getByRole('link', { name: url }).click()
      await press(page, label)
      const held = await holdMutation(page, mutation)
      await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
      await held.sent
      await page.getByRole('link', { name: 'People' }).click()
      await page.getByRole('link', { name: 'Paula' }).waitFor()
      return held
    }
    const rotation = await confirmAndLeave('Rotate the secret', 'Rotate', 'RotateWebhookSecret')
    rotation.release()
    await page.getByText('What was issued could not be shown, because its page was left. Issue it again.').waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    const removal = await confirmAndLeave('Remove the endpoint', 'Remove', 'RemoveWebhookEndpoint')
    await graphql(
      server.url,
      'mutation ($input: RemoveWebhookEndpointInput!) { removeWebhookEndpoint(input: $input) { __typename } }',
      { input: { id: data!.result.endpoint.id } },
      ada,
    )
    removal.release()
    await page.getByText('What you did on the page before has failed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/desk/people')
  })

  test('erase a person after the address was entered', async () => {
    const { page } = await desk.open('/people?search=paula', 'ada')
    await page.getByRole('link', { name: 'Paula' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toMatch(/^person-\d+\.json$/)
    await press(page, 'Erase')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/took part in \d+ cases/).waitFor()
    const erase = dialog.getByRole('button', { name: 'Erase' })
    await erase.click()
    await expectProblem(page, 'To confirm, enter paula@example.com', 'Enter paula@example.com.')
    await dialog.getByLabel('To confirm').fill('paula@example.com')
    await erase.click()
    await page.getByText('The personal data was erased.').waitFor()
    for (const name of ['Erase', 'Export', 'Review and save', 'Revoke all sessions']) {
      expect(await page.getByRole('main').getByText(name, { exact: true }).count()).toBe(0)
    }
    expect(await sql(server.database, `select id from persons where email = 'paula@example.com'`)).toEqual([])
  })

  test('list what is missing until the first case can be created', async () => {
    await sql(server.database, `update case_resolutions set is_default = false where name = 'Unresolved'`)
    onTestFinished(async () => {
      await sql(server.database, `update case_resolutions set is_default = false`)
      await sql(server.database, `update case_resolutions set is_default = true where name = 'Unresolved'`)
    })
    const { page } = await desk.open('/', 'ada')
    await page.getByText('7 of 8 steps are done.').waitFor()
    const titles = [
      'Categories',
      'Types',
      'Groups',
      'Type categories',
      'Statuses',
      'Resolutions',
      'People',
      'Touchpoints',
    ]
    expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(
      titles.flatMap((title) => (title === 'Resolutions' ? [title, 'Begin'] : [title])),
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Begin with resolutions' }).click()
    await page.getByLabel('Name').fill('Pending')
    await page.getByLabel('Default').check()
    await page.getByLabel('Can be set by').selectOption('Only operators')
    await press(page, 'Review and create')
    await page.getByRole('dialog').getByText('Only operators').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Created.').waitFor()
    await page.getByRole('link', { name: /^Set up/ }).waitFor({ state: 'detached' })
    expect(await sql(server.database, `select settable_by from case_resolutions where name = 'Pending'`)).toEqual([
      { settableBy: 'OPERATORS' },
    ])
  })

  test('are not there for operators', async () => {
    const { page } = await desk.open('/people')
    await page.getByText('There is no such page.').waitFor()
    await page.getByRole('link', { name: 'Go to the queue' }).click()
    await page.getByRole('link', { name: 'New case' }).waitFor()
    await expect.poll(() => page.getByText('There is no such page.').count()).toBe(0)
    const { errors } = await graphql(server.url, '{ configuration { statuses { name } } }', {}, olga)
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
  })

  const screens: [string, BrowserContextOptions][] = [
    ['a wide screen, light', { viewport: { width: 1280, height: 900 } }],
    ['a narrow one, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ]

  test.each(sampled(screens, 2))('are accessible on %s', async (_what, options) => {
    const { page } = await desk.open('/people', 'ada', options)
    const { id } = await endpointWithReceiver(server)
    const pages = [
      '/people',
      '/people/new',
      '/types/edit?code=REFUND',
      '/statuses/edit?name=Closed',
      '/touchpoints/edit?code=web',
      '/tags',
      '/saved-replies',
      '/saved-replies/new',
      '/webhooks',
      `/webhooks/edit?id=${id}`,
      '/audit-log',
      '/sessions',
    ]
    for (const path of pages) {
      await go(page, path)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      expect([path, ...(await accessibilityViolations(page)), await overflow(page)]).toEqual([path, 0])
    }
    await go(page, '/resolutions/new')
    await press(page, 'Review and create')
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Name').fill('Repaired')
    await press(page, 'Review and create')
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('say that a draft is one, in words what was chosen, and who can reassign the cases of a blocked operator', async () => {
    await server.addCase({ assigneeEmail: 'odette@example.com', partyEmail: null })
    const { page } = await desk.open('/types/new', 'ada')
    await page.getByLabel('Code').fill('PAINT')
    await page.getByLabel('Name', { exact: true }).fill('Paint job')
    await page.getByText('This is a draft of yours, not created yet. You began just now.').waitFor()
    await press(page, 'Review and create')
    await page.getByRole('dialog').getByText('PAINT', { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Created.', { exact: true }).waitFor()
    expect(await page.getByText('You began').count()).toBe(0)
    const color = (label: string) => ({ name: 'c', label: 'Color', kind: 'CHOICE', choices: [{ value: 'r', label }] })
    const configure = 'mutation ($input: ConfigureInput!) { configure(input: $input) { __typename } }'
    const paint = (label: string) => ({ types: [{ code: 'PAINT', name: 'Paint job', fields: [color(label)] }] })
    for (const label of ['Red', 'Scarlet']) await graphql(server.url, configure, { input: paint(label) }, ada)
    await page.getByRole('link', { name: 'History' }).click()
    // The page knows no field that others have added since.
    await page.reload()
    await page.getByText('Color, Choices: Red → Scarlet').waitFor()
    await page.getByText('Created: Type Paint job').waitFor()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('link', { name: 'Odette', exact: true }).click()
    await page.getByLabel('Blocked').check()
    await page
      .getByText(/^This shows changes of yours that are not saved\. You began just now, with version \d+\.$/)
      .waitFor()
    await press(page, 'Review and save')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('These operators can reassign them: ').waitFor()
    await dialog.getByRole('link', { name: 'Olga, olga@example.com' }).waitFor()
  })
})
