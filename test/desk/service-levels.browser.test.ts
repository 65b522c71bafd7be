import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser } from '../support/browser/browser.ts'
import { press, useDesk } from '../support/browser/desk.ts'
import { change } from '../support/requests/changes.ts'
import { adminData } from '../support/requests/configure.ts'
import { ada, paula } from '../support/requests/credentials.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const codes = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
const server = useServer({
  data: {
    ...adminData,
    slaPolicies: [{ code: 'FAST', name: 'Fast', goals: [{ firstReply: 121, resolution: 600 }] }],
    typeCategories: [{ ...codes, appVisible: true, slaPolicyCode: 'FAST' }],
  },
})

const file = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Test//EN',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20991224',
  'DTEND;VALUE=DATE:20991227',
  'SUMMARY:Days off',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

interface Configuration {
  configuration: { calendars: object[]; slaPolicies: object[] }
}

describe.runIf(hasBrowser)('service levels in the desk', () => {
  const desk = useDesk(server)

  test('an admin creates a calendar with the days of a file, and a policy, and sees when a case would be due', async () => {
    const { page } = await desk.open('/calendars/new', 'ada')
    await page.getByLabel('Code').fill('OFFICE')
    await page.getByLabel('Name').fill('Office')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Monday').fill('9-12, 13:30-17')
    await page.getByLabel('Tuesday').fill('nine')
    await press(page, 'Review and create')
    await page.getByText('Tuesday must be hours such as 09:00-12:00').first().waitFor()
    await page.getByLabel('Tuesday').fill('00:00-24:00')
    const ics = { name: 'days.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) }
    await page.getByLabel('Add the days of a calendar file').setInputFiles(ics)
    await page.getByText('days.ics has 3 days').waitFor()
    expect(await page.getByLabel('Holidays').inputValue()).toBe('2099-12-24\n2099-12-25\n2099-12-26')
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Review and create')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Created.', { exact: true }).waitFor()

    await page.goto(`${server.url}/desk/service-levels/new`)
    await page.getByLabel('Code').fill('GOLD')
    await page.getByLabel('Name').fill('Gold')
    await page.getByLabel('Calendar').selectOption('Office')
    await page.getByLabel('First reply, All others').fill('4 h')
    await page.getByLabel('Resolution, Urgent').fill('1 h 30 min')
    await page.getByText('All others: a case that comes in now is due: first reply').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Review and create')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Created.', { exact: true }).waitFor()

    const { body } = await restClient(server).get('configuration', {}, ada)
    const { calendars, slaPolicies } = (JSON.parse(body) as Configuration).configuration
    expect(calendars).toMatchObject([
      {
        timeZone: 'Europe/Berlin',
        hours: [
          { day: 'MONDAY', from: '09:00', to: '12:00' },
          { day: 'MONDAY', from: '13:30', to: '17:00' },
          { day: 'TUESDAY', from: '00:00', to: '24:00' },
        ],
        holidays: ['2099-12-24', '2099-12-25', '2099-12-26'],
      },
    ])
    expect(slaPolicies[1]).toMatchObject({
      calendarCode: 'OFFICE',
      goals: [
        { priority: null, firstReply: 240, nextReply: null, resolution: null },
        { priority: 'URGENT', firstReply: null, nextReply: null, resolution: 90 },
      ],
    })
  })

  test('an operator sees what is due next, and the goals of a case', async () => {
    const { case: created } = await change(server.url, 'createCase', codes, paula)
    const { page } = await desk.open('/')
    await page.getByRole('link', { name: /^Due next/ }).click()
    await page.getByRole('heading', { name: 'Due next' }).waitFor()
    const row = page.locator(`[data-case-row="${created!.id}"]`)
    await row.getByText('due in 2 h').waitFor()
    await row.getByRole('link').first().click()
    const goals = page.getByRole('region', { name: 'Goals' })
    await goals.getByText('First reply').waitFor()
    await expect.poll(() => goals.textContent()).toMatch(/First replydue in 2 h.*Resolutiondue in 9 h 59 min/)
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
