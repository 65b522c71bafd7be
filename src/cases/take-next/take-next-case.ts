import { requireCredentials, requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Queryable } from '../../database/statement.ts'
import { searchableText } from '../../database/valid-text.ts'
import { type Problem, RequestError } from '../../errors.ts'
import { phase } from '../../observability/telemetry.ts'
import type { CaseRow } from '../case-facts.ts'
import type { TakeNextCaseErrorCode } from '../case.errors.ts'
import { firstAnswerOfKey, firstOutcome, outcomeOf, untilAnswered } from '../change/repeated-answer.ts'
import { isKeyTaken, keyedRequest, type RepeatableInput } from '../change/idempotency.ts'
import { lockCase } from '../change/lock-case.ts'
import type { TakeNextFacts } from './take-next-facts.ts'
import { loadWaitingCases, type WaitingCase } from './waiting-cases.ts'
import { afterChange, type Change, changed } from '../change/write-change.ts'

/** A dry run returns the case that is next and writes nothing. */
export interface TakeNextCaseInput extends RepeatableInput {
  groupName?: string | null | undefined
}

/** The case is null if no case is waiting. */
export type TakeNextResult = { problems: Problem<TakeNextCaseErrorCode>[] } | { viewer: Viewer; case: CaseRow | null }

/** Assigns the oldest open case of the group, or of any of the caller's groups, to the caller. Login: operator. */
export async function takeNextCase(context: RequestContext, input: TakeNextCaseInput): Promise<TakeNextResult> {
  const { tokenHash } = requireCredentials(context)
  const { telemetry, database, casesBeingTaken } = context
  const keyed = keyedRequest(tokenHash, input, 'takeNextCase', { groupName: input.groupName })
  // No group has a name that cannot be searched for.
  const groupName = input.groupName == null ? null : (searchableText(input.groupName) ?? '')

  /** Null if another request with the key came first. */
  async function attempt(): Promise<TakeNextResult | null> {
    const first = keyed && (await firstOutcome(context, keyed))
    if (first?.caseId === null && first.problems === null) return { viewer: first.viewer, case: null }
    if (first) return firstAnswerOfKey(context, keyed, first)
    const key = { tokenHash, groupName }
    const facts = requireViewer(context, await phase(telemetry, 'load', () => context.takeNextFacts.load(key)))
    const { viewer } = facts
    if (viewer.login !== 'OPERATOR') throw new RequestError('FORBIDDEN', 'Taking a case requires login as operator.')
    if (facts.groups.length === 0 && groupName !== null) return store({ problems: [invalidGroup] })
    const { statuses } = await context.catalogue.at(viewer.revision)
    const open = [...statuses.values()].filter(({ closed }) => !closed).map(({ name }) => name)
    return takeFirst(facts, open)
  }

  async function takeFirst(facts: TakeNextFacts, open: readonly string[]): Promise<TakeNextResult | null> {
    for (;;) {
      const waiting = await phase(telemetry, 'load', () => loadWaitingCases(database, facts, open))
      const [oldest] = waiting
      if (!oldest) return store({ viewer: facts.viewer, case: null })
      if (input.dryRun) return resultOf(facts, afterChange(oldest.case, changeTo(facts, oldest)))
      const taken = (await takeFree(facts, waiting)) ?? (await takeLocked(facts, oldest.case.id, open))
      if (taken) return resultOf(facts, taken)
      if (keyed && (await firstOutcome(context, keyed))) return null
    }
  }

  /** Takes the first case that nobody else is changing. */
  async function takeFree(facts: TakeNextFacts, waiting: readonly WaitingCase[]): Promise<CaseRow | null> {
    for (const next of waiting) {
      const { id } = next.case
      if (casesBeingTaken.has(id)) continue
      casesBeingTaken.add(id)
      const written = await write(facts, next).finally(() => casesBeingTaken.delete(id))
      if (written) return written
    }
    return null
  }

  /** Waits for the change of the case, and takes it if it still waits. The change may only add a comment, or fail. */
  function takeLocked(facts: TakeNextFacts, id: number, open: readonly string[]): Promise<CaseRow | null> {
    const locked = database.transaction(async (transaction) => {
      await lockCase(transaction, id)
      const [next] = await loadWaitingCases(transaction, facts, open, id)
      return next ? write(facts, next, transaction) : null
    })
    return locked.catch((error: unknown) => (isKeyTaken(error) ? null : Promise.reject(error)))
  }

  function write(facts: TakeNextFacts, next: WaitingCase, transaction?: Queryable): Promise<CaseRow | null> {
    const modifiable = { viewer: facts.viewer, case: next.case }
    return phase(telemetry, 'write', () =>
      context.changeWriter.write(modifiable, changeTo(facts, next), keyed, transaction),
    )
  }

  async function store(result: TakeNextResult): Promise<TakeNextResult | null> {
    return !keyed || (await context.idempotency.store(keyed, outcomeOf(result))) ? result : null
  }

  const result = await untilAnswered(telemetry, attempt)
  if (context.sessionWrites && !('problems' in result) && !input.dryRun) await context.sessionWrites.mark(tokenHash)
  return result
}

/** The caller is authorised for the type, and no longer related to the case by its group. */
function resultOf({ viewer }: TakeNextFacts, taken: CaseRow): TakeNextResult {
  return { viewer, case: { ...taken, viewerAuthorised: true, viewerInGroup: false } }
}

function changeTo({ viewer: { personId, email } }: TakeNextFacts, next: WaitingCase): Change {
  const { typeCode, categoryCode, status, resolution, caseData } = next.case
  return {
    kind: 'ASSIGNED',
    values: { typeCode, categoryCode, status, resolution, caseData, assigneeId: personId, groupId: null },
    changes: [...changed(['assignee'], null, email), ...changed(['group'], next.groupName, null)],
    comments: [],
  }
}

const invalidGroup = {
  code: 'invalidName' as const,
  message: 'groupName must be the name of an active group of the caller.',
  path: ['groupName'],
}
