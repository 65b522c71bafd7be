import { defineEntity, p } from '@mikro-orm/core'
import { CaseResolution, CaseStatus, TypeCategory } from '../catalogue/catalogue.entity.ts'
import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { OperatorGroup } from '../catalogue/catalogue.entity.ts'
import { Person } from '../people/people.entity.ts'
import type { Deadline } from '../sla/sla.entity.ts'
import { caseEventKinds } from './event-kinds.ts'

/** A value of the case data. A date is a text in the form YYYY-MM-DD, and a choice is its value. */
export type CaseValue = boolean | number | string
/** Fields that are null are not stored. */
export type CaseData = Record<string, CaseValue>

/** From the least to the most urgent. */
export const casePriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const

const index = (name: string, on: string) => ({ name, expression: `create index ${name} ${on}` })

export const Case = defineEntity({
  name: 'Case',
  tableName: 'cases',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    version: p.integer(),
    typeCategory: () => p.manyToOne(TypeCategory).joinColumns('type_code', 'category_code'),
    status: () => p.manyToOne(CaseStatus).fieldName('status'),
    resolution: () => p.manyToOne(CaseResolution).fieldName('resolution'),
    subject: p.text().nullable(),
    priority: p.enum(casePriorities).default('NORMAL'),
    /** By code. */
    tags: p.array<string>().columnType('text[]').defaultRaw("'{}'"),
    caseData: p.json<CaseData>(),
    party: () => p.manyToOne(Person).nullable(),
    assignee: () => p.manyToOne(Person).nullable(),
    group: () => p.manyToOne(OperatorGroup).nullable(),
    /** Since when somebody waits for an answer of an operator. Null if nobody does. */
    customerWaitingSince: p.datetime().nullable(),
    /** The version that added the latest comment that is not removed. 0 if there is none. */
    latestCommentVersion: p.integer().default(0),
    /** Who wrote it. Null if nobody is known to have done so. The event that added the comment has the foreign key. */
    latestCommentAuthor: () => p.manyToOne(Person).nullable().createForeignKeyConstraint(false),
    /** Whether an operator has answered in public. */
    answered: p.boolean().default(false),
    /** Null if no policy applies. */
    deadlines: p.json<Deadline[]>().nullable(),
    /** The earliest deadline that runs. */
    dueAt: p.datetime().nullable(),
    /** The earliest deadline that has passed, or will if nothing happens, and has no event yet. */
    overdueAt: p.datetime().nullable(),
    /** The case that this one was merged into. Null if it was not merged. Not a foreign key, because the other case may be archived later, and imported first. */
    mergedIntoId: p.bigint('number').nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    { name: 'cases_updated_at_id_index', properties: ['updatedAt', 'id'] },
    { name: 'cases_created_at_id_index', properties: ['createdAt', 'id'] },
    // With the status, so that a dry run of a change of the configuration counts open cases without reading them.
    index('cases_type_code_category_code_status_index', 'on cases (type_code, category_code, status)'),
    { name: 'cases_status_resolution_index', properties: ['status', 'resolution'] },
    // A case with an assignee is in the first of these only, and any other case in the second. With the status, so that open cases are
    // counted without reading the closed ones.
    index('cases_assignee_id_status_index', 'on cases (assignee_id, status) where assignee_id is not null'),
    index(
      'cases_group_id_status_index',
      'on cases (group_id, status) where group_id is not null or assignee_id is null',
    ),
    { name: 'cases_party_id_index', properties: ['party'] },
    // Few cases are in the following ones, so that most changes do not write to them.
    index(
      'cases_customer_waiting_since_id_index',
      'on cases (customer_waiting_since, id) where customer_waiting_since is not null',
    ),
    // Has the cases that their assignees may not have read.
    index(
      'cases_assignee_id_unanswered_index',
      'on cases (assignee_id) where assignee_id is not null and latest_comment_author_id <> assignee_id',
    ),
    // Returns the cases that a group has to answer in the order in which they are taken, for one priority.
    index(
      'cases_group_id_priority_customer_waiting_since_id_index',
      'on cases (group_id, priority, customer_waiting_since, id) where group_id is not null and customer_waiting_since is not null',
    ),
    index('cases_due_at_id_index', 'on cases (due_at, id) where due_at is not null'),
    index('cases_overdue_at_id_index', 'on cases (overdue_at, id) where overdue_at is not null'),
    index('cases_merged_into_id_index', 'on cases (merged_into_id) where merged_into_id is not null'),
    index('cases_priority_index', "on cases (priority) where priority <> 'NORMAL'"),
    index('cases_tags_index', "on cases using gin (tags) where tags <> '{}'"),
    index('cases_subject_index', "on cases using gin (to_tsvector('simple', subject)) where subject is not null"),
  ],
  checks: [
    { name: 'cases_id_range', expression: "id >= 1 AND id <= '9007199254740991'::bigint" },
    { name: 'cases_one_assignee', expression: 'assignee_id IS NULL OR group_id IS NULL' },
  ],
})

/** One value of a case that a change replaces. `path` is as in problems, for example ['caseData', 'severity']. */
export interface ChangedValue {
  path: string[]
  from: unknown
  to: unknown
}

/** One event for each version of a case: the history that people read. */
export const CaseEvent = defineEntity({
  name: 'CaseEvent',
  tableName: 'case_events',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    version: p.integer().primary(),
    kind: p.enum(caseEventKinds),
    actor: () => p.manyToOne(Person).nullable(),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').nullable(),
    at: p.datetime(),
    changes: p.json<ChangedValue[]>(),
    /** Whether only operators may see the event, because all of its content is internal. */
    internal: p.boolean().default(false),
  },
})

/**
 * A comment has the actor, touchpoint and time of the event that added it. An import adds comments with different authors
 * and times in one event: these comments have their own.
 */
export const CaseComment = defineEntity({
  name: 'CaseComment',
  tableName: 'case_comments',
  properties: {
    event: () => p.manyToOne(CaseEvent).joinColumns('case_id', 'version').primary(),
    position: p.smallint().primary(),
    text: p.text(),
    internal: p.boolean(),
    /** The version of the case in which the text was last edited. The events have the earlier texts. */
    editedVersion: p.integer().nullable(),
    /** The version of the case in which the comment was removed. */
    removedVersion: p.integer().nullable(),
    /** How many files it had when it was added. */
    attachments: p.smallint().default(0),
    importedAuthor: () => p.manyToOne(Person).nullable(),
    importedTouchpoint: () => p.manyToOne(Touchpoint).fieldName('imported_touchpoint_code').nullable(),
    importedAt: p.datetime().nullable(),
    /** What it is found by. Null if it was removed, or was written before there were terms. */
    terms: p.text().columnType('tsvector').nullable(),
  },
  indexes: [
    index('case_comments_terms_index', 'on case_comments using gin (terms) where terms is not null'),
    index(
      'case_comments_without_terms_index',
      'on case_comments (case_id) where terms is null and removed_version is null',
    ),
    index('case_comments_text_index', "on case_comments using gin (to_tsvector('simple', text))"),
  ],
  checks: [{ name: 'case_comments_imported', expression: '(imported_author_id IS NULL) = (imported_at IS NULL)' }],
})

/** What a case is found by besides its comments: its subject and its case data. */
export const CaseTerms = defineEntity({
  name: 'CaseTerms',
  tableName: 'case_terms',
  properties: {
    caseId: p.bigint('number').primary().autoincrement(false),
    terms: p.text().columnType('tsvector'),
  },
  indexes: [index('case_terms_terms_index', 'on case_terms using gin (terms)')],
})

/** The kinds that callers can set. Those of merges follow from `CaseMerge`. */
export const storedLinkKinds = ['RELATED', 'PARENT', 'CHILD'] as const
export type StoredLinkKind = (typeof storedLinkKinds)[number]

/** One side of a link. Each link has two rows, one for each case. */
export const CaseLink = defineEntity({
  name: 'CaseLink',
  tableName: 'case_links',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    other: () => p.manyToOne(Case).primary(),
    kind: p.enum(storedLinkKinds),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: 'case_links_other_id_index', properties: ['other'] },
    {
      name: 'case_links_one_parent',
      expression: "create unique index case_links_one_parent on case_links (case_id) where kind = 'PARENT'",
    },
  ],
  checks: [{ name: 'case_links_two_cases', expression: 'case_id <> other_id' }],
})

/** The merge of a case. `Case.mergedIntoId` has the case that it led to. */
export const CaseMerge = defineEntity({
  name: 'CaseMerge',
  tableName: 'case_merges',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    /** The case that a caller merged it into, which may have been merged since. Not a foreign key, because imports may contain the ID of an archived case. */
    directId: p.bigint('number'),
    mergedAt: p.datetime(),
  },
  indexes: [{ name: 'case_merges_direct_id_index', properties: ['directId'] }],
})
