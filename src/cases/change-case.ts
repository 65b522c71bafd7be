import { requireCredentials, requireViewer, type Viewer } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { RequestContext } from '../context.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { repeatAfterConflict } from '../database/unavailable.ts'
import { InternalError, type Problem } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import {
  type CaseFacts,
  type CaseKey,
  type CaseRow,
  isModifiable,
  type ModifiableFacts,
  parseCaseId,
} from './case-facts.ts'
import type { Change } from './write-change.ts'

/** The decision of the rules: problems, a change to write, or null if the change has no effect. */
export type Decision<Code> = { problems: Problem<Code>[] } | { change: Change | null }

/** The parts of a change that differ between operations. */
export interface CaseOperation<Facts extends CaseFacts, Code> {
  /** Loads the facts, sharing a statement with concurrent requests or within the transaction. */
  load(key: CaseKey, transaction?: Queryable): Promise<Facts | undefined>
  /** Whether the viewer's login may use the operation at all. May throw a RequestError. Called before the case is checked. */
  isLoginAllowed(viewer: Viewer): boolean
  decide(facts: ModifiableFacts<Facts>, catalogue: Catalogue): Decision<Code>
}

export type ChangeResult<Code> = { problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow }

const attemptsWithoutLock = 3
const lockCase = statement(`select from cases where id = $1 for no key update`)

/** Loads, decides and writes. Repeats this if another change came first. */
export async function changeCase<Facts extends CaseFacts, Code extends string>(
  context: RequestContext,
  caseInstanceId: string,
  operation: CaseOperation<Facts, Code | 'invalidId'>,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const { tokenHash } = requireCredentials(context)
  const caseId = parseCaseId(caseInstanceId)
  const { telemetry } = context

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
    const loaded = await load(transaction)
    if (!loaded) return { problems: [invalidId] }
    const { facts, catalogue } = loaded
    const decision = phase(telemetry, 'decide', () => operation.decide(facts, catalogue))
    if ('problems' in decision) return decision
    const { change } = decision
    if (!change) return facts
    const written = await phase(telemetry, 'write', () => context.changeWriter.write(facts, change, transaction))
    return written && { viewer: facts.viewer, case: written }
  }

  async function untilWritten(): Promise<ChangeResult<Code | 'invalidId'>> {
    for (let count = 0; count < attemptsWithoutLock; count++) {
      const result = await attempt()
      if (result) return result
    }
    return repeatAfterConflict(() => context.database.transaction(whileLocked))
  }

  async function whileLocked(transaction: Queryable): Promise<ChangeResult<Code | 'invalidId'>> {
    // Lock first and load separately: a statement that waited for the lock would see other tables as they were before.
    await transaction.run(lockCase, [caseId])
    const result = await attempt(transaction)
    if (!result) throw new InternalError(`Case ${caseId} changed although it was locked.`)
    return result
  }

  async function queued(): Promise<ChangeResult<Code | 'invalidId'>> {
    if (caseId === null) return untilWritten()
    // Callers who may not change the case must not take up a busy queue. They are checked again when their turn comes.
    if (context.caseQueue.isBusy(caseId) && !(await load())) return { problems: [invalidId] }
    return context.caseQueue.run(caseId, tokenHash, untilWritten)
  }

  const result = await queued()
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  return result
}

const invalidId = {
  code: 'invalidId' as const,
  message: 'caseInstanceId must be the ID of a case that the caller may change.',
  path: ['caseInstanceId'],
}
