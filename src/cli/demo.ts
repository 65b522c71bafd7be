import demoData from '../transfer/demo-data.json' with { type: 'json' }
import { UsageError } from '../errors.ts'
import { type Credentials, exchange, type Outcome } from './demo-exchange.ts'
import { forPeople, forPrograms } from './demo-print.ts'
import * as steps from './demo-steps.ts'

/** The touchpoint, the token and the case come together, or not at all. */
export interface DemoOptions {
  url: string
  touchpoint?: string
  token?: string
  case?: string
  json?: boolean
}

interface ReadCase extends steps.KnownCase {
  assignee: { email: string } | null
  group: { name: string } | null
}

/**
 * Walks through the operations against a running server, and shows what is sent and what comes back. The exit code is
 * 1 where anything is refused that should not be, or the other way round. It may be repeated as often as one likes.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const own = ownSession(options)
  const worker = own ?? publicSession('OPERATOR')
  const base = options.url.replace(/\/+$/, '')
  const narrator = options.json ? forPrograms : forPeople
  const unexpected: string[] = []

  /** The outcomes; the codes are those that are right, undefined for none. */
  async function show(step: steps.Step, credentials: Credentials, right: readonly (string | undefined)[]) {
    narrator.step(step)
    const outcomes: Outcome[] = []
    for (const each of step.exchanges) {
      const outcome = await exchange(base, each, credentials)
      const expected = right.includes(outcome.code)
      if (!expected) unexpected.push(`${step.name} over ${each.face} (${outcome.code ?? outcome.status})`)
      narrator.exchange(step, each, credentials, outcome, expected)
      outcomes.push(outcome)
    }
    return outcomes
  }

  const rightLookup = own ? [undefined, 'FORBIDDEN', 'forbidden'] : [undefined]
  const [found] = await show(steps.lookup, own ?? publicSession('CONSUMER'), rightLookup)
  // Operators alone may not look up, and nobody else may assign.
  const assigns = !own || found?.code === 'FORBIDDEN'

  const [read] = await show(steps.readCase(options.case ?? '1001'), worker, [undefined])
  const known = caseOf(read!)
  if (known) {
    const statuses: [string?, string?] = own ? [] : ['Open', 'In progress']
    const [updated] = await show(steps.updateCase(known, statuses), worker, [undefined])
    const [first, second] = own ? keep(known, updated!) : [{ email: 'olga@example.com' }, { groupName: 'Billing team' }]
    await show(steps.assignCase(known, first!, second!), worker, [assigns ? undefined : 'invalidId'])
    await show(steps.assignToBoth(known), worker, [assigns ? 'invalid' : 'invalidId'])
  } else if (read!.code === undefined) {
    unexpected.push('readCase over GraphQL (there is no such case that this session may see)')
  }
  narrator.end(unexpected)
  if (unexpected.length > 0)
    throw new UsageError(`Not answered as it should be: ${unexpected.join(', ')}.${advice(own)}`)
}

function ownSession({ touchpoint, token }: DemoOptions): Credentials | undefined {
  return touchpoint === undefined || token === undefined ? undefined : { touchpoint, token, isPublic: false }
}

/** The first of the demonstration data's sessions with this login. */
function publicSession(login: string): Credentials {
  const { touchpointCode, token } = demoData.sessions.find((session) => session.login === login)!
  return { touchpoint: touchpointCode, token, isPublic: true }
}

function caseOf({ answer }: Outcome): ReadCase | undefined {
  return (answer as { data?: { case?: ReadCase | null } }).data?.case ?? undefined
}

/** A case that is not the demonstration's stays with whom it is; the caller takes what is with nobody. */
function keep({ assignee, group }: ReadCase, updated: Outcome): [steps.Assignee, steps.Assignee] {
  type Updated = { data?: { updateCase?: { context?: { simpleProfile: { email: string } } } } }
  const caller = (updated.answer as Updated).data?.updateCase?.context?.simpleProfile.email
  const present = group ? { groupName: group.name } : { email: assignee?.email ?? caller ?? '' }
  return [present, present]
}

function advice(own: Credentials | undefined): string {
  if (own) return ''
  return ' Where the server lacks the demonstration data, give --touchpoint, --token and --case.'
}
