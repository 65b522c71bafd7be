import { styleText } from 'node:util'
import { UsageError } from '../../errors.ts'
import demoData from '../../transfer/demo-data.json' with { type: 'json' }
import { type Credentials, type Exchange, exchange } from './demo-exchange.ts'
import { faces, printExchange, printStep } from './demo-print.ts'
import * as steps from './demo-steps.ts'

/** The touchpoint, the token and the case are set together or not at all. */
export interface DemoOptions {
  url: string
  touchpoint?: string
  token?: string
  case?: string
  json?: boolean
}

interface ReadCase extends steps.DemoCase {
  assignee: { email: string } | null
  group: { name: string } | null
}

/** Sends the requests of all steps. Throws a UsageError if a response has another code than expected. */
export async function runDemo({ url, json = false, ...options }: DemoOptions): Promise<void> {
  const own = ownSession(options)
  const worker = own ?? publicSession('OPERATOR')
  const unexpected: string[] = []

  /** The expected codes are those of any of the requests, null for success. */
  async function run(step: steps.Step, credentials: Credentials, expectedCodes: (string | null)[]) {
    if (!json) printStep(step)
    const exchanges: Exchange[] = []
    for (const request of step.requests) {
      const result = await exchange(url, request, credentials)
      const expected = expectedCodes.includes(result.code)
      if (!expected) unexpected.push(`${step.name} over ${faces[result.face]} (${result.code ?? result.status})`)
      if (json) console.log(JSON.stringify({ step: step.name, ...result, expected }))
      else printExchange(result, expected)
      exchanges.push(result)
    }
    return exchanges
  }

  const lookupCodes = own ? [null, 'FORBIDDEN', 'forbidden'] : [null]
  const [lookup] = await run(steps.lookup, own ?? publicSession('CONSUMER'), lookupCodes)
  // Only operators may assign cases, and only operators may not use the lookup.
  const mayAssign = !own || lookup?.code === 'FORBIDDEN'

  await run(steps.listCases, worker, [null])
  const [read] = await run(steps.readCase(options.case ?? '1001'), worker, [null])
  const found = (read?.answer as { data?: { case?: ReadCase | null } } | undefined)?.data?.case
  if (found) {
    // The touchpoint of the caller may not open cases of this type category.
    await run(steps.createCase(found), worker, own ? [null, 'InvalidCode', 'CategorySystemNode'] : [null])
    const [updated] = await run(steps.updateCase(found, own ? [] : ['Open', 'In progress']), worker, [null])
    const [first, second] = own ? sameAssignee(found, updated!) : demoAssignees
    await run(steps.assignCase(found, first, second), worker, [mayAssign ? null : 'invalidId'])
    if (!own) await run(steps.takeNextCase, worker, [null])
    await run(steps.addComments(found), worker, [null])
    await run(steps.readHistory(found), worker, [null])
    await run(steps.assignToBoth(found), worker, [mayAssign ? 'invalid' : 'invalidId'])
  } else if (read?.code === null) {
    unexpected.push('readCase over GraphQL (the case does not exist, or this session cannot access it)')
  }

  if (unexpected.length > 0) {
    const advice = own ? '' : ' If the server lacks the demonstration data, set --touchpoint, --token and --case.'
    throw new UsageError(`Unexpected responses: ${unexpected.join(', ')}.${advice}`)
  }
  if (!json) console.log(styleText('green', 'All responses were as expected.'))
}

type Assignees = [steps.Assignee, steps.Assignee]

const demoAssignees: Assignees = [{ email: 'olga@example.com' }, { groupName: 'Billing team' }]

function ownSession({ touchpoint, token }: Partial<DemoOptions>): Credentials | undefined {
  return touchpoint === undefined || token === undefined ? undefined : { touchpoint, token, isPublic: false }
}

/** Returns the first session of the demonstration data with this login. */
function publicSession(login: string): Credentials {
  const { touchpointCode, token } = demoData.sessions.find((session) => session.login === login)!
  return { touchpoint: touchpointCode, token, isPublic: true }
}

/** Keeps the assignee of the caller's own case. An unassigned case is assigned to the caller. */
function sameAssignee({ assignee, group }: ReadCase, { answer }: Exchange): Assignees {
  type Updated = { data?: { updateCase?: { context?: { simpleProfile: { email: string } } } } }
  const caller = (answer as Updated).data?.updateCase?.context?.simpleProfile.email
  const current = group ? { groupName: group.name } : { email: assignee?.email ?? caller ?? '' }
  return [current, current]
}
