import { long, statement } from '../database/statements/statement.ts'
import type { LoginKind } from '../login-kinds.ts'
import { typed } from '../database/statements/columns.ts'

export const personById = statement(
  `
select p.id, p.kind as login, p.email, p.email_key, p.firstname, p.subject, p.erased_at is not null as is_erased,
  p.kind = 'ADMIN' and p.active and not p.blocked and not exists (
    select from persons o where o.kind = 'ADMIN' and o.active and not o.blocked and o.id <> p.id
  ) as is_last_admin
from persons p
where p.id = $1::bigint`,
  {
    id: 'bigint',
    login: typed<LoginKind>('text'),
    email: 'text',
    emailKey: 'text',
    firstname: 'text',
    subject: 'text | null',
    isErased: 'boolean',
    isLastAdmin: 'boolean',
  },
)

export const openCasesOf = statement(
  `
select count(*)::int as number from cases
where assignee_id = $1::bigint and status in (select name from case_statuses where not closed)`,
  { number: 'int' },
)

/**
 * Everything that is written about a person locks its row, if it is not erased. This waits for what is being written, and what
 * follows waits for the erasure. Other locks do not wait for references.
 */
export const lockPerson = statement('select from persons where id = $1::bigint for update')

/** $1: the ID, $2: the new address, $3: the new first name. */
export const erasePersonRow = statement(`
update persons
set email = $2, email_key = $2, firstname = $3, active = false, subject = null, version = version + 1,
  erased_at = statement_timestamp(), sessions_revoked_at = statement_timestamp()
where id = $1::bigint`)

/** What is removed of a person ($1) after the row, in this order. */
export const removals = [
  // Locked in one order, because two statements that lock sessions in different orders would deadlock.
  statement(`
with locked as (
  select token_hash from sessions where person_id = $1::bigint order by token_hash for no key update
)
update sessions s
set revoked_at = coalesce(s.revoked_at, statement_timestamp()), subject = null, sid = null
from locked
where s.token_hash = locked.token_hash`),
  statement('delete from person_terms where person_id = $1::bigint'),
  statement('delete from passkeys where person_id = $1::bigint'),
  statement('delete from invitations where person_id = $1::bigint'),
  // An upload that is under way finds that the person was erased.
  statement(`
update attachments set name = 'erased', sha256 = null, remove_at = statement_timestamp()
where uploader_id = $1::bigint and case_id is null`),
  // Nobody waits for an answer any longer. In one order, as sessions.
  statement(`
with locked as (
  select id from cases where party_id = $1::bigint and customer_waiting_since is not null order by id for no key update
)
update cases c set customer_waiting_since = null from locked where c.id = locked.id`),
  statement(`
with removed as (
  delete from operator_group_members where operator_id = $1::bigint returning group_id
)
update operator_groups set version = version + 1 where id in (select group_id from removed)`),
  statement('delete from operator_types where operator_id = $1::bigint'),
  statement('delete from case_reads where person_id = $1::bigint'),
  statement('delete from case_presences where person_id = $1::bigint'),
]

export const analyze = long(
  statement(
    'analyze persons, person_terms, sessions, passkeys, idempotency_keys, audit_events, case_events, case_comments',
  ),
)
