import type { AuditedValue } from '../audit/audit-event.entity.ts'
import { requireAdmin } from '../viewer/authenticate.ts'
import { requireCredentials, type Viewer } from '../viewer/viewer.ts'
import { loadedCatalogue } from '../catalogue/catalogue-store.ts'
import { recordOutcome } from '../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../mutation/stored-answers.ts'
import { keyedRequest, type RepeatableInput } from '../mutation/keyed-request.ts'
import type { RequestContext } from '../context.ts'
import { typed } from '../database/statements/columns.ts'
import type { Database, Transaction } from '../database/database.ts'
import { retry } from '../database/retry.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import { UsageError } from '../errors/usage-error.ts'
import { phase } from '../observability/telemetry.ts'
import { requireAdminNow } from '../mutation/mutation-facts.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import { reported } from './items/items.rules.ts'
import { type SentItems, withoutAbsent } from './items/read-items.ts'
import { sections } from './items/sections.ts'
import { changeConfiguration } from '../catalogue/lock-configuration.ts'
import { changesOf, isChanged, shown } from './plan/changes.ts'
import { impactsOf } from './plan/impact.ts'
import type { Impact } from './plan/impact-counts.ts'
import { judgeItems } from './plan/plan-configuration.ts'
import { writePlan } from './plan/write-plan.ts'

export interface ConfigureInput extends SentItems, RepeatableInput {
  /** Empty: no revision is expected, so that nothing is written. */
  expectedRevisions?: readonly string[] | null | undefined
}

export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  /** After the change. */
  version: number
  changes: AuditedValue[]
  impact: Impact[]
  /** The ID of the audit event that has the changes. Null if there is none. */
  event: number | null
}

export interface Configured {
  viewer: Viewer
  changes: ConfigurationChange[]
  /** After the change. Null for a dry run. */
  revision: string | null
}

export type ConfigureResult = { problems: Problem<ConfigureErrorCode>[] } | Configured

const maximumItems = 1_000

/**
 * Creates and changes parts of the configuration in one transaction, or reports every problem and writes nothing. Throws
 * PRECONDITION_FAILED if the configuration has another revision, or an item another version, than the caller saw, and CONFLICT
 * for an idempotency key of another request.
 */
export async function configure(context: RequestContext, input: ConfigureInput): Promise<ConfigureResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun, expectedRevisions = null, ...sent } = input
  const requested = () => ({ ...withoutAbsent(sent), ...(expectedRevisions && { expectedRevisions }) })
  const keyed = keyedRequest(tokenHash, input, 'configure', requested)
  await requireAdmin(context)
  const count = sections.reduce((sum, section) => sum + (sent[section]?.length ?? 0), 0)
  if (count > maximumItems) {
    throw invalidInput([{ message: `The input has ${count} items. At most ${maximumItems} are allowed.`, path: [] }])
  }
  const result = await retry(() => changeConfiguration(context.services.database, attempt))
  return recordOutcome(context, input, result)

  /** The first answer if the request was sent before. Otherwise changes the configuration. */
  async function attempt(db: Transaction): Promise<ConfigureResult> {
    const { viewer, storedKey } = await requireAdminNow(context, keyed, db)
    const first = await firstAnswer<Stored, ConfigureErrorCode>(db, keyed, storedKey)
    if (first) return 'problems' in first ? first : { viewer, ...(await withValues(db, first.answer)) }
    requireRevision(viewer.revision, expectedRevisions)
    const result = await change(context, db, viewer, sent, dryRun === true)
    if ('problems' in result) return storeProblems(db, keyed, result.problems)
    await storeAnswer(db, keyed, withoutValues(result))
    return result
  }
}

async function change(
  context: RequestContext,
  db: Transaction,
  viewer: Viewer,
  sent: SentItems,
  isDryRun: boolean,
): Promise<ConfigureResult> {
  const { telemetry } = context
  const catalogue = await context.services.catalogue.at(viewer.revision, db)
  const plan = await phase(telemetry, 'load', () => judgeItems(db, catalogue, sent))
  if (plan.problems.found.length > 0) return { problems: reported(plan.problems) }
  const planned = changesOf(plan, true)
  const impacts = await impactsOf(db, plan, planned.changes)
  // A new person has no ID before it is written.
  const changes = (events?: ReadonlyMap<object, number>) =>
    plan.planned.map(({ item, entity }): ConfigurationChange => {
      const change = planned.changes.get(entity)
      return {
        path: item.path.map(String),
        kind: !change || !isChanged(change) ? 'UNCHANGED' : change.isNew ? 'CREATED' : 'UPDATED',
        version: entity.version,
        changes: change?.differences.map(shown) ?? [],
        impact: impacts.get(entity) ?? [],
        event: events?.get(entity) ?? null,
      }
    })
  if (isDryRun) return { viewer, changes: changes(), revision: null }
  return phase(telemetry, 'write', async () => {
    const events = await writePlan(db, viewer, plan, planned)
    const [written] = await db.run(selectRevision)
    return { viewer, changes: changes(events), revision: written!.revision }
  })
}

const selectRevision = statement('select revision from catalogue_revision', { revision: 'uuid' })

/** The lock of the configuration keeps the revision as it is until the transaction ends. */
function requireRevision(current: string, expected: readonly string[] | null): void {
  if (expected === null || expected.includes(current)) return
  const message = `The configuration has revision ${current}, which is not an expected revision. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, { details: { currentRevision: current } })
}

/** What is stored of an answer with an idempotency key. */
type Stored = Omit<Configured, 'viewer'>

/**
 * An answer without personal data: the changed values are in the audit events only, so that erasing a person erases them there, and the
 * messages of problems contain no address.
 */
function withoutValues({ changes, revision }: Configured): Stored {
  return { changes: changes.map((change) => ({ ...change, changes: [] })), revision }
}

const selectChanges = statement('select id, changes from audit_events where id = any($1::bigint[])', {
  id: 'bigint',
  changes: typed<AuditedValue[]>('jsonb'),
})

/** A stored answer with the changed values, except those that were erased since. */
async function withValues(db: Queryable, { changes, revision }: Stored): Promise<Stored> {
  const rows = await db.run(selectChanges, [changes.flatMap(({ event }) => event ?? [])])
  const stored = new Map<number | null, AuditedValue[]>(rows.map(({ id, changes }) => [id, changes]))
  return { changes: changes.map((change) => ({ ...change, changes: stored.get(change.event) ?? [] })), revision }
}

/**
 * Creates and changes items of the configuration for the command line, by the rules of `configure`. Throws a UsageError with
 * the message of every problem, in which case nothing is written.
 */
export function configureItems(database: Database, sent: SentItems): Promise<void> {
  return changeConfiguration(database, async (db) => {
    const plan = await judgeItems(db, await loadedCatalogue(db), sent)
    const messages = reported(plan.problems).map(({ message }) => message)
    if (messages.length > 0) throw new UsageError(messages.join('\n'))
    await writePlan(db, null, plan, changesOf(plan, true))
  })
}
