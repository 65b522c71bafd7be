import { requireCredentials, requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import type { Batched, Loader } from '../../database/batched.ts'
import type { Problem } from '../../errors.ts'
import { phase } from '../../observability/telemetry.ts'
import { type CaseFacts, type CaseKey, isModifiable, type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import { answerOnce, repeatAnswer, storeAnswer } from './answer-once.ts'
import type { ChangeResult } from './change-result.ts'
import { requireVersion } from './expected-version.ts'
import { firstOutcome, type KeyedRequest, keyedRequest, type RepeatableInput } from './idempotency.ts'
import { inTurn } from './in-turn.ts'
import { afterChange, type Change, writeChange } from './write-change.ts'

/** The decision of the rules: problems, a change to write, or null if the change has no effect. */
export type Decision<Code> = { problems: Problem<Code>[] } | { change: Change | null }

/** The input that all changes of a case share. Null is the same as absent. */
export interface ChangeInput extends RepeatableInput {
  caseInstanceId: string
  /** The version that the caller saw. */
  expectedVersion?: number | null | undefined
}

/** The parts of a change that differ between operations. */
export interface CaseOperation<Facts extends CaseFacts, Key extends CaseKey, Code> {
  /** The name of the mutation. */
  name: string
  /**
   * What else the caller requests, with values as they would be stored, except for `caseData`, which is as it was sent. Null
   * is the same as absent.
   */
  requested: object
  /** What to load. */
  facts: Batched<Key, Facts>
  /** The rest of its key. */
  key: Omit<Key, keyof CaseKey>
  /** Whether the viewer's login may use the operation at all. May throw a RequestError. Called before the case is checked. */
  isLoginAllowed(viewer: Viewer): boolean
  decide(facts: ModifiableFacts<Facts>, catalogue: Catalogue): Decision<Code>
  /** The problem if the caller may not change the case. */
  invalidId?: Problem<Code>
}

/** Loads, decides and writes. Repeats this if another change came first. */
export async function changeCase<Facts extends CaseFacts, Key extends CaseKey, Code extends string>(
  context: RequestContext,
  input: ChangeInput,
  operation: CaseOperation<Facts, Key, Code | 'invalidId'>,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const request = begin(context, input, operation)
  const mayChange = async () => (await load(context, request, context.services.database)).modifiable !== null
  return answerOnce(context, input, () =>
    inTurn(context, request.key, mayChange, (db) => attempt(context, request, db)),
  )
}

interface ChangeRequest<Facts extends CaseFacts, Key extends CaseKey, Code> {
  operation: CaseOperation<Facts, Key, Code>
  key: Key
  keyed: KeyedRequest | null
  expectedVersion: number | null
  isDryRun: boolean
}

function begin<Facts extends CaseFacts, Key extends CaseKey, Code>(
  context: RequestContext,
  input: ChangeInput,
  operation: CaseOperation<Facts, Key, Code>,
): ChangeRequest<Facts, Key, Code> {
  const { tokenHash } = requireCredentials(context)
  const { caseInstanceId, expectedVersion = null, dryRun } = input
  const requested = { ...operation.requested, caseInstanceId, expectedVersion }
  const caseId = parseCaseId(caseInstanceId)
  const keyed = keyedRequest(tokenHash, input, operation.name, requested)
  const caseKey: CaseKey = { tokenHash, caseId, idempotencyKey: keyed?.key ?? null }
  const key = { ...operation.key, ...caseKey } as Key
  return { operation, key, keyed, expectedVersion, isDryRun: dryRun === true }
}

/** Returns null if another change came first. */
async function attempt<Facts extends CaseFacts, Key extends CaseKey, Code extends string>(
  context: RequestContext,
  request: ChangeRequest<Facts, Key, Code | 'invalidId'>,
  db: Loader,
): Promise<ChangeResult<Code | 'invalidId'> | null> {
  const { operation, keyed, expectedVersion, isDryRun } = request
  const { first, modifiable, catalogue } = await load(context, request, db)
  if (!modifiable) {
    const rejected = { problems: [operation.invalidId ?? invalidCaseId] }
    return first ? rejected : storeAnswer(db, keyed, rejected)
  }
  if (first) return repeatAnswer(db, first, modifiable)
  const { viewer, case: current } = modifiable
  await requireVersion(db, modifiable, expectedVersion)
  const decision = phase(context.telemetry, 'decide', () => operation.decide(modifiable, catalogue))
  if ('problems' in decision) return storeAnswer(db, keyed, decision)
  const { change } = decision
  if (!change) return storeAnswer(db, keyed, { viewer, case: current })
  if (isDryRun) return { viewer, case: afterChange(current, change) }
  const written = await writeChange(context, db, modifiable, change, keyed)
  return written && { viewer, case: written }
}

/**
 * Loads what the operation decides on, and the outcome of the first request with the key. `modifiable` is null if the caller
 * may not change the case.
 */
async function load<Facts extends CaseFacts, Key extends CaseKey, Code>(
  context: RequestContext,
  { operation, key, keyed }: ChangeRequest<Facts, Key, Code>,
  db: Loader,
) {
  const loaded = await phase(context.telemetry, 'load', () => db.load(operation.facts, key))
  const facts = requireViewer(context, loaded)
  const first = await firstOutcome(db, keyed, facts)
  const isAllowed = operation.isLoginAllowed(facts.viewer)
  const catalogue = await context.services.catalogue.at(facts.viewer.revision, db)
  return { first, catalogue, modifiable: isAllowed && isModifiable(facts, catalogue) ? facts : null }
}

const invalidCaseId = {
  code: 'invalidId' as const,
  message: 'caseInstanceId must be the ID of a case that the caller may change.',
  path: ['caseInstanceId'],
}
