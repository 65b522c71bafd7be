import { requireCredentials, requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import type { Queryable } from '../../database/statement.ts'
import { repeatAfterConflict } from '../../database/unavailable.ts'
import { InternalError, type Problem } from '../../errors.ts'
import { phase } from '../../observability/telemetry.ts'
import { type CaseFacts, type CaseKey, isModifiable, type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import type { ChangeResult } from './change-result.ts'
import { requireVersion } from './expected-version.ts'
import { firstAnswer, firstOutcome, outcomeOf } from './repeated-answer.ts'
import { isKeyTaken, keyedRequest, type RepeatableInput } from './idempotency.ts'
import { lockCase } from './lock-case.ts'
import { afterChange, type Change } from './write-change.ts'

/** The decision of the rules: problems, a change to write, or null if the change has no effect. */
export type Decision<Code> = { problems: Problem<Code>[] } | { change: Change | null }

/** The input that all changes of a case share. Null is the same as absent. */
export interface ChangeInput extends RepeatableInput {
  caseInstanceId: string
  /** The version that the caller saw. */
  expectedVersion?: number | null | undefined
}

/** The parts of a change that differ between operations. */
export interface CaseOperation<Facts extends CaseFacts, Code> {
  /** The name of the mutation. */
  name: string
  /**
   * What else the caller requests, with values as they would be stored, except for `caseData`, which is as it was sent. Null
   * is the same as absent.
   */
  requested: object
  /** Loads the facts, sharing a statement with concurrent requests or within the transaction. */
  load(key: CaseKey, transaction?: Queryable): Promise<Facts | undefined>
  /** Whether the viewer's login may use the operation at all. May throw a RequestError. Called before the case is checked. */
  isLoginAllowed(viewer: Viewer): boolean
  decide(facts: ModifiableFacts<Facts>, catalogue: Catalogue): Decision<Code>
  /** The problem if the caller may not change the case. */
  invalidId?: Problem<Code>
}

const attemptsWithoutLock = 3

/** Loads, decides and writes. Repeats this if another change came first. */
export async function changeCase<Facts extends CaseFacts, Code extends string>(
  context: RequestContext,
  input: ChangeInput,
  operation: CaseOperation<Facts, Code | 'invalidId'>,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const { tokenHash } = requireCredentials(context)
  const { caseInstanceId, expectedVersion = null } = input
  const caseId = parseCaseId(caseInstanceId)
  const requested = { ...operation.requested, caseInstanceId, expectedVersion }
  const keyed = keyedRequest(tokenHash, input, operation.name, requested)
  const { telemetry } = context
  const invalidId = operation.invalidId ?? invalidCaseId

  /** The facts and the catalogue, or undefined if the caller may not change the case. */
  async function load(transaction?: Queryable) {
    const loaded = await phase(telemetry, 'load', () => operation.load({ tokenHash, caseId }, transaction))
    const facts = requireViewer(context, loaded)
    const isAllowed = operation.isLoginAllowed(facts.viewer)
    const catalogue = await context.catalogue.at(facts.viewer.revision, transaction)
    return isAllowed && isModifiable(facts, catalogue) ? { facts, catalogue } : undefined
  }

  /** Null if another change came first. */
  async function attempt(transaction?: Queryable): Promise<ChangeResult<Code | 'invalidId'> | null> {
    const first = keyed && (await firstOutcome(context, keyed, transaction))
    const loaded = await load(transaction)
    if (!loaded) return first ? { problems: [invalidId] } : store({ problems: [invalidId] }, transaction)
    const { facts, catalogue } = loaded
    if (first) return firstAnswer(context, first, facts, transaction)
    await requireVersion(context, facts, expectedVersion, transaction)
    const decision = phase(telemetry, 'decide', () => operation.decide(facts, catalogue))
    if ('problems' in decision) return store(decision, transaction)
    const { change } = decision
    if (!change) return store({ viewer: facts.viewer, case: facts.case }, transaction)
    if (input.dryRun) return { viewer: facts.viewer, case: afterChange(facts.case, change) }
    const written = await phase(telemetry, 'write', () => context.changeWriter.write(facts, change, keyed, transaction))
    return written && { viewer: facts.viewer, case: written }
  }

  /** Stores the result of a request with a key that changes nothing. Null if another request with the key came first. */
  async function store(
    result: ChangeResult<Code | 'invalidId'>,
    transaction?: Queryable,
  ): Promise<ChangeResult<Code | 'invalidId'> | null> {
    if (!keyed) return result
    return (await context.idempotency.store(keyed, outcomeOf(result), transaction)) ? result : null
  }

  async function untilWritten(): Promise<ChangeResult<Code | 'invalidId'>> {
    for (let count = 0; count < attemptsWithoutLock; count++) {
      const result = await attempt()
      if (result) return result
    }
    context.changeWriter.locks++
    // If another request used the key first, the second transaction finds its answer.
    return inTransaction().catch((error: unknown) => (isKeyTaken(error) ? inTransaction() : Promise.reject(error)))
  }

  function inTransaction(): Promise<ChangeResult<Code | 'invalidId'>> {
    return repeatAfterConflict(() => context.database.transaction(whileLocked))
  }

  async function whileLocked(transaction: Queryable): Promise<ChangeResult<Code | 'invalidId'>> {
    // Lock first and load separately: a statement that waited for the lock would see other tables as they were before.
    await lockCase(transaction, caseId)
    // If another request used the key first, the second attempt finds its answer.
    const result = (await attempt(transaction)) ?? (await attempt(transaction))
    if (!result) throw new InternalError(`Case ${caseId} changed although it was locked.`)
    return result
  }

  async function queued(): Promise<ChangeResult<Code | 'invalidId'>> {
    if (caseId === null) return untilWritten()
    // Callers who may not change the case must not take up a busy queue. Others are checked again when their turn comes.
    if (context.caseQueue.isBusy(caseId) && !(await load())) return untilWritten()
    return context.caseQueue.run(caseId, tokenHash, untilWritten)
  }

  const result = await queued()
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  else if (context.sessionWrites && !input.dryRun) await context.sessionWrites.mark(tokenHash)
  return result
}

const invalidCaseId = {
  code: 'invalidId' as const,
  message: 'caseInstanceId must be the ID of a case that the caller may change.',
  path: ['caseInstanceId'],
}
