import { batched } from '../../database/batched.ts'
import type { KeyedRequest, StoredOutcome } from './idempotency.ts'

/** An outcome to store. `answer` is what `configure` answered, as JSON. */
type OutcomeToStore = KeyedRequest & StoredOutcome & { answer?: string | null }

/**
 * Stores the outcomes of requests that wrote nothing else. Returns no row if another request with the key came first, or if the
 * person of the session was erased. Every statement inserts keys in the same order, because two that wait for each other's keys
 * would deadlock. Locks the persons, as in unerasedPersons.
 */
export const storeOutcome = batched(
  `
with open as materialized (
  select v.token_hash from sessions v join persons p on p.id = v.person_id
  where v.token_hash in (select decode(t.hash, 'hex') from unnest($1::text[]) as t (hash)) and p.erased_at is null
  order by p.id
  for key share of p
), sent as materialized (
  select distinct on (token_hash, key) *
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::text[])
    with ordinality as s (token_hash, key, request_hash, case_id, version, problems, answer, ordinal)
  where decode(token_hash, 'hex') in (select token_hash from open)
  order by token_hash, key, ordinal
), stored as (
  insert into idempotency_keys (token_hash, key, request_hash, case_id, version, problems, answer, created_at)
  select decode(token_hash, 'hex'), key, decode(request_hash, 'hex'), case_id, version, problems, answer,
    statement_timestamp()
  from sent
  order by token_hash, key
  on conflict do nothing
  returning token_hash, key
)
select sent.ordinal::int
from sent join stored on stored.token_hash = decode(sent.token_hash, 'hex') and stored.key = sent.key`,
  {},
  (outcomes: readonly OutcomeToStore[]) => [
    outcomes.map(({ tokenHash }) => tokenHash),
    outcomes.map(({ key }) => key),
    outcomes.map(({ requestHash }) => requestHash),
    outcomes.map(({ caseId }) => caseId),
    outcomes.map(({ version }) => version),
    outcomes.map(({ problems }) => problems),
    outcomes.map(({ answer }) => answer ?? null),
  ],
  { writes: true },
)

/** Another request stored the key first. Rolls back what the transaction has written. */
export class KeyTaken extends Error {}

/** The result of an attempt in a transaction that was rolled back because another request stored the key first. */
export function nullIfKeyTaken(error: unknown): null {
  if (error instanceof KeyTaken) return null
  throw error
}
