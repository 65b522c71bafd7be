import { requireTakerLogin } from '../../auth/login.errors.ts'
import { requireCredentials, requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/batched.ts'
import { searchableText } from '../../database/valid-text.ts'
import type { Problem } from '../../errors.ts'
import { phase } from '../../observability/telemetry.ts'
import type { CaseRow } from '../case-facts.ts'
import type { TakeNextCaseErrorCode } from '../case.errors.ts'
import { answerOnce, repeatAnswerOfKey, storeAnswer } from '../change/answer-once.ts'
import { firstOutcome, keyedRequest, type RepeatableInput } from '../change/idempotency.ts'
import { lockCase } from '../change/lock-case.ts'
import { type TakeNextFacts, takeNextFacts } from './take-next-facts.ts'
import { loadWaitingCases, type WaitingCase } from './waiting-cases.ts'
import { afterChange, type Change, changed, writeChange } from '../change/write-change.ts'

/** A dry run returns the case that is next and writes nothing. */
export interface TakeNextCaseInput extends RepeatableInput {
  groupName?: string | null | undefined
}

/** The case is null if no case is waiting. */
export type TakeNextResult = { problems: Problem<TakeNextCaseErrorCode>[] } | { viewer: Viewer; case: CaseRow | null }

/** Assigns the oldest open case of the group, or of any of the caller's groups, to the caller. Login: operator. */
export async function takeNextCase(context: RequestContext, input: TakeNextCaseInput): Promise<TakeNextResult> {
  const { tokenHash } = requireCredentials(context)
  const { catalogue, database, caseQueue } = context.services
  const keyed = keyedRequest(tokenHash, input, 'takeNextCase', { groupName: input.groupName })
  // No group has a name that cannot be searched for.
  const groupName = input.groupName == null ? null : (searchableText(input.groupName) ?? '')
  const key = { tokenHash, idempotencyKey: keyed?.key ?? null, groupName }

  return answerOnce(context, input, async () => {
    const { facts, first } = await load()
    const { viewer, groups } = facts
    if (first?.caseId === null && first.problems === null) return { viewer, case: null }
    if (first) return repeatAnswerOfKey(context, first)
    requireTakerLogin(viewer)
    if (groups.length === 0 && groupName !== null) return storeAnswer(database, keyed, { problems: [invalidGroup] })
    const { statuses } = await catalogue.at(viewer.revision)
    const open = [...statuses.values()].filter(({ closed }) => !closed).map(({ name }) => name)
    return takeFirst(facts, open)
  })

  async function load() {
    const loaded = await phase(context.telemetry, 'load', () => database.load(takeNextFacts, key))
    const facts = requireViewer(context, loaded)
    return { facts, first: await firstOutcome(database, keyed, facts) }
  }

  async function takeFirst(facts: TakeNextFacts, open: readonly string[]): Promise<TakeNextResult | null> {
    for (;;) {
      const waiting = await phase(context.telemetry, 'load', () => loadWaitingCases(database, facts, open))
      const [oldest] = waiting
      if (!oldest) return storeAnswer(database, keyed, { viewer: facts.viewer, case: null })
      if (input.dryRun) return resultOf(facts, afterChange(oldest.case, changeTo(facts.viewer, oldest)))
      const taken = (await takeFree(facts, waiting)) ?? (await takeLocked(facts, oldest.case.id, open))
      if (taken) return resultOf(facts, taken)
      // Also ends with an error if the caller was erased.
      if ((await load()).first) return null
    }
  }

  /** Takes the first case that nobody else is changing. */
  async function takeFree(facts: TakeNextFacts, waiting: readonly WaitingCase[]): Promise<CaseRow | null> {
    for (const next of waiting) {
      const taken = await caseQueue.unlessTaken(next.case.id, () => take(database, facts, next))
      if (taken) return taken
    }
    return null
  }

  /** Waits for the change of the case, and takes it if it still waits. The change may only add a comment, or fail. */
  function takeLocked(facts: TakeNextFacts, id: number, open: readonly string[]): Promise<CaseRow | null> {
    return database.transaction(async (db) => {
      await lockCase(db, id)
      const [next] = await loadWaitingCases(db, facts, open, id)
      return next ? take(db, facts, next) : null
    })
  }

  function take(db: Loader, { viewer }: TakeNextFacts, next: WaitingCase): Promise<CaseRow | null> {
    return writeChange(context, db, { viewer, case: next.case }, changeTo(viewer, next), keyed)
  }
}

/** The caller is authorised for the type, and no longer related to the case by its group. */
function resultOf({ viewer }: TakeNextFacts, taken: CaseRow): TakeNextResult {
  return { viewer, case: { ...taken, viewerAuthorised: true, viewerInGroup: false } }
}

function changeTo({ personId, email }: Viewer, next: WaitingCase): Change {
  return {
    kind: 'ASSIGNED',
    values: { ...next.case, assigneeId: personId, groupId: null },
    changes: [...changed(['assignee'], null, email), ...changed(['group'], next.groupName, null)],
    comments: [],
  }
}

const invalidGroup = {
  code: 'invalidName' as const,
  message: 'groupName must be the name of an active group of the caller.',
  path: ['groupName'],
}
