import { requireCredentials, requireViewer, type Viewer } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import type { RequestContext } from '../context.ts'
import { type CaseFacts, type CaseKey, type CaseRow, modifiableCase, parseCaseId } from './case-facts.ts'
import type { Problem } from './case.errors.ts'
import type { Change } from './write-change.ts'

/** What the rules make of a request: problems, a change to write, or neither where the case is so already. */
export type Decision<Code> = { problems: Problem<Code>[] } | { change: Change | null }

/** How an operation changes a case: how its facts are loaded and how it decides. */
export interface CaseOperation<Facts extends CaseFacts, Code> {
  /** Loads the facts: together with those of concurrent requests, or within the transaction. */
  load(key: CaseKey, transaction?: Queryable): Promise<Facts | undefined>
  /** Whether the viewer's login may try at all, before the case is looked at; may throw what refuses the caller. */
  isLoginAllowed(viewer: Viewer): boolean
  decide(current: Facts & CaseRow, catalogue: Catalogue): Decision<Code>
}

export type ChangeResult<Code> = { problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow & Viewer }

const attemptsWithoutLock = 3
const lockCase = statement(`select from cases where id = $1 for no key update`)

/** Loads, decides and writes; where another change came in between, loads and decides again. */
export async function changeCase<Facts extends CaseFacts, Code extends string>(
  context: RequestContext,
  caseInstanceId: string,
  operation: CaseOperation<Facts, Code | 'invalidId'>,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const credentials = requireCredentials(context.credentials)
  const caseId = parseCaseId(caseInstanceId)
  const { telemetry } = context

  /** What the caller may change; no case where it may not. */
  async function load(transaction?: Queryable) {
    const key = { tokenHash: credentials.tokenHash, caseId }
    const facts = requireViewer(await phase(telemetry, 'load', () => operation.load(key, transaction)), credentials)
    const admitted = operation.isLoginAllowed(facts)
    const catalogue = await context.catalogue.at(facts.revision, transaction)
    return { facts, catalogue, current: admitted ? modifiableCase(facts, catalogue) : undefined }
  }

  async function attempt(transaction?: Queryable): Promise<ChangeResult<Code | 'invalidId'> | null> {
    const { facts, catalogue, current } = await load(transaction)
    if (!current) return { problems: [invalidId] }
    const decision = phase(telemetry, 'decide', () => operation.decide(current, catalogue))
    if ('problems' in decision) return decision
    const { change } = decision
    if (!change) return { viewer: facts, case: current }
    const written = await phase(telemetry, 'write', () => context.changeWriter.write(current, change, transaction))
    return written && { viewer: facts, case: written }
  }

  async function untilWritten(): Promise<ChangeResult<Code | 'invalidId'>> {
    for (let count = 0; count < attemptsWithoutLock; count++) {
      const result = await attempt()
      if (result) return result
    }
    return context.database.transaction(async (transaction) => {
      // The lock alone: a statement that waited for it would see the other tables as they were before.
      await transaction.run(lockCase, [caseId])
      const result = await attempt(transaction)
      if (!result) throw new InternalError(`Case ${caseId} changed although it was locked.`)
      return result
    })
  }

  async function inTurn(): Promise<ChangeResult<Code | 'invalidId'>> {
    if (caseId === null) return untilWritten()
    // Whoever may not change the case takes no place that others need. It is asked again when its turn has come.
    if (context.caseQueue.isBusy(caseId) && !(await load()).current) return { problems: [invalidId] }
    return context.caseQueue.run(caseId, credentials.tokenHash, untilWritten)
  }

  const result = await inTurn()
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  return result
}

const invalidId = {
  code: 'invalidId' as const,
  message: 'caseInstanceId must be the id of a case that the caller may change.',
  path: ['caseInstanceId'],
}
