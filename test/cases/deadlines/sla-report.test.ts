import { expect, test } from 'vitest'
import { slaReport } from '../../../src/cases/deadlines/sla-report.ts'
import { change } from '../../support/requests/changes.ts'
import { adminData } from '../../support/requests/configure.ts'
import { paula } from '../../support/requests/credentials.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { useServer } from '../../support/server/server.ts'

const codes = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
const server = useServer({
  data: {
    ...adminData,
    slaPolicies: [{ code: 'FAST', name: 'Fast', goals: [{ firstReply: 60, nextReply: 60, resolution: 240 }] }],
    typeCategories: [{ ...codes, appVisible: true, slaPolicyCode: 'FAST' }],
    statuses: [{ name: 'Waiting for customer', pausesSla: true }],
  },
})

const at = (hour: number) => new Date(Date.UTC(2026, 9, 5, 0, hour * 60)).toISOString()
const olga = { actorEmail: 'olga@example.com', touchpointCode: 'desk' }
const pedro = { actorEmail: 'pedro@example.com', touchpointCode: 'web' }

/** A history with what was done at the hours, and the public comments of some versions. */
function caseOf(id: number, steps: { hour: number; by: object; kind: string; says?: string; to?: string }[]) {
  let status = 'New'
  const history = steps.map(({ hour, by, kind, to }, index) => {
    const changes = to === undefined ? [] : [{ path: ['status'], from: status, to }]
    status = to ?? status
    return { version: index + 1, kind, at: at(hour), ...by, changes }
  })
  const comments = steps.flatMap(({ says: text }, index) =>
    text === undefined ? [] : [{ version: index + 1, position: 1, text }],
  )
  const { length: version } = steps
  const times = { createdAt: at(steps[0]!.hour), updatedAt: history.at(-1)!.at }
  return {
    id,
    ...codes,
    status,
    resolution: 'Unresolved',
    partyEmail: 'pedro@example.com',
    version,
    ...times,
    comments,
    history,
  }
}

test('the report counts the goals that ended in a period, from the history', async () => {
  await importData(server.database, {
    cases: [
      // Answered after half an hour, asked again, answered after two, paused for ten hours, resolved after four of working time.
      caseOf(81_001, [
        { hour: 0, by: pedro, kind: 'CREATED', says: 'Help.' },
        { hour: 0.5, by: olga, kind: 'COMMENTED', says: 'Yes?' },
        { hour: 1, by: pedro, kind: 'COMMENTED', says: 'Now.' },
        { hour: 3, by: olga, kind: 'UPDATED', says: 'Try this.', to: 'Waiting for customer' },
        { hour: 13, by: pedro, kind: 'UPDATED', to: 'Open' },
        { hour: 14, by: olga, kind: 'UPDATED', to: 'Resolved' },
      ]),
      // Never answered, and closed too late.
      caseOf(81_002, [
        { hour: 2, by: pedro, kind: 'CREATED' },
        { hour: 7, by: olga, kind: 'UPDATED', to: 'Closed' },
      ]),
      // Still open, after it was reopened.
      caseOf(81_003, [
        { hour: 2, by: pedro, kind: 'CREATED' },
        { hour: 2.5, by: olga, kind: 'UPDATED', to: 'Resolved' },
        { hour: 4, by: pedro, kind: 'UPDATED', to: 'Open' },
      ]),
    ],
  })
  const ofAll = { policy: 'FAST', group: null }
  const period = { from: new Date(at(0)), to: new Date(at(24)) }
  expect(await slaReport(server.database, period)).toEqual([
    { ...ofAll, goal: 'FIRST_REPLY', met: 2, missed: 1, medianMinutes: 30, p90Minutes: 300 },
    { ...ofAll, goal: 'NEXT_REPLY', met: 0, missed: 1, medianMinutes: 120, p90Minutes: 120 },
    { ...ofAll, goal: 'RESOLUTION', met: 1, missed: 1, medianMinutes: 240, p90Minutes: 300 },
  ])
  expect(await slaReport(server.database, { from: new Date(at(10)), to: new Date(at(24)) })).toEqual([
    { ...ofAll, goal: 'RESOLUTION', met: 1, missed: 0, medianMinutes: 240, p90Minutes: 240 },
  ])
})

test('the report has what the deadlines of a changed case say', async () => {
  const from = new Date()
  const created = await change(server.url, 'createCase', codes, paula)
  const caseInstanceId = created.case!.id
  await change(server.url, 'addComments', { caseInstanceId, comments: [{ text: 'Hello.' }] })
  await change(server.url, 'patchCase', { caseInstanceId, status: 'Closed' })
  const report = await slaReport(server.database, {
    from: new Date(from.getTime() - 1_000),
    to: new Date(Date.now() + 1_000),
  })
  expect(report.map(({ goal, met, missed }) => ({ goal, met, missed }))).toEqual([
    { goal: 'FIRST_REPLY', met: 1, missed: 0 },
    { goal: 'RESOLUTION', met: 1, missed: 0 },
  ])
})
