import { Migration20261121000000_initial, views } from './20261121000000_initial.ts'
import { Migration20261121120000_limit_usage } from './20261121120000_limit_usage.ts'
import { Migration20261121180000_desk } from './20261121180000_desk.ts'
import { Migration20261122010000_last_write } from './20261122010000_last_write.ts'
import { Migration20261122160000_visible_outcome } from './20261122160000_visible_outcome.ts'
import { Migration20261122200000_assignment_indexes } from './20261122200000_assignment_indexes.ts'
import { liveSessions, Migration20261122220000_login } from './20261122220000_login.ts'
import { Migration20261123000000_administration } from './20261123000000_administration.ts'
import { Migration20261123010000_field_kinds } from './20261123010000_field_kinds.ts'
import { Migration20261123020000_email_keys } from './20261123020000_email_keys.ts'
import { Migration20261123030000_audit } from './20261123030000_audit.ts'
import { Migration20261123040000_person_search } from './20261123040000_person_search.ts'
import { Migration20261123050000_revision_schema, renewRevision } from './20261123050000_revision_schema.ts'
import { Migration20261123060000_limits_of_processes } from './20261123060000_limits_of_processes.ts'
import { Migration20261123070000_transaction_of_events } from './20261123070000_transaction_of_events.ts'
import { Migration20261124000000_event_feed } from './20261124000000_event_feed.ts'
import { Migration20261124010000_webhooks } from './20261124010000_webhooks.ts'
import { Migration20261124020000_case_values } from './20261124020000_case_values.ts'
import { Migration20261124030000_passkeys } from './20261124030000_passkeys.ts'
import { Migration20261127000000_feed_by_case } from './20261127000000_feed_by_case.ts'
import { Migration20261127010000_waiting_on_closed_cases } from './20261127010000_waiting_on_closed_cases.ts'
import { Migration20261127020000_audit_filters } from './20261127020000_audit_filters.ts'
import { Migration20261128000000_stored_answers } from './20261128000000_stored_answers.ts'
import { Migration20261128010000_webhook_deliveries } from './20261128010000_webhook_deliveries.ts'
import { Migration20261129000000_attachments } from './20261129000000_attachments.ts'
import { Migration20261130000000_unread } from './20261130000000_unread.ts'
import { commentIndexes, Migration20261201000000_search } from './20261201000000_search.ts'
import { Migration20261203000000_service_levels } from './20261203000000_service_levels.ts'
import { Migration20261204000000_tags } from './20261204000000_tags.ts'
import { catalogueTables, Migration20261205000000_saved_replies } from './20261205000000_saved_replies.ts'
import { Migration20261206000000_case_links } from './20261206000000_case_links.ts'
import { Migration20261207000000_latest_comment_author } from './20261207000000_latest_comment_author.ts'

/** In the order in which they run; forward only. */
export const migrations = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
  { name: 'Migration20261121120000_limit_usage', class: Migration20261121120000_limit_usage },
  { name: 'Migration20261121180000_desk', class: Migration20261121180000_desk },
  { name: 'Migration20261122010000_last_write', class: Migration20261122010000_last_write },
  { name: 'Migration20261122160000_visible_outcome', class: Migration20261122160000_visible_outcome },
  { name: 'Migration20261122200000_assignment_indexes', class: Migration20261122200000_assignment_indexes },
  { name: 'Migration20261122220000_login', class: Migration20261122220000_login },
  { name: 'Migration20261123000000_administration', class: Migration20261123000000_administration },
  { name: 'Migration20261123010000_field_kinds', class: Migration20261123010000_field_kinds },
  { name: 'Migration20261123020000_email_keys', class: Migration20261123020000_email_keys },
  { name: 'Migration20261123030000_audit', class: Migration20261123030000_audit },
  { name: 'Migration20261123040000_person_search', class: Migration20261123040000_person_search },
  { name: 'Migration20261123050000_revision_schema', class: Migration20261123050000_revision_schema },
  { name: 'Migration20261123060000_limits_of_processes', class: Migration20261123060000_limits_of_processes },
  { name: 'Migration20261123070000_transaction_of_events', class: Migration20261123070000_transaction_of_events },
  { name: 'Migration20261124000000_event_feed', class: Migration20261124000000_event_feed },
  { name: 'Migration20261124010000_webhooks', class: Migration20261124010000_webhooks },
  { name: 'Migration20261124020000_case_values', class: Migration20261124020000_case_values },
  { name: 'Migration20261124030000_passkeys', class: Migration20261124030000_passkeys },
  { name: 'Migration20261127000000_feed_by_case', class: Migration20261127000000_feed_by_case },
  { name: 'Migration20261127010000_waiting_on_closed_cases', class: Migration20261127010000_waiting_on_closed_cases },
  { name: 'Migration20261127020000_audit_filters', class: Migration20261127020000_audit_filters },
  { name: 'Migration20261128000000_stored_answers', class: Migration20261128000000_stored_answers },
  { name: 'Migration20261128010000_webhook_deliveries', class: Migration20261128010000_webhook_deliveries },
  { name: 'Migration20261129000000_attachments', class: Migration20261129000000_attachments },
  { name: 'Migration20261130000000_unread', class: Migration20261130000000_unread },
  { name: 'Migration20261201000000_search', class: Migration20261201000000_search },
  { name: 'Migration20261203000000_service_levels', class: Migration20261203000000_service_levels },
  { name: 'Migration20261204000000_tags', class: Migration20261204000000_tags },
  { name: 'Migration20261205000000_saved_replies', class: Migration20261205000000_saved_replies },
  { name: 'Migration20261206000000_case_links', class: Migration20261206000000_case_links },
  { name: 'Migration20261207000000_latest_comment_author', class: Migration20261207000000_latest_comment_author },
]

/** Indexes that a migration leaves to be created outside a transaction if the table is large. */
export const largeIndexes: readonly string[] = commentIndexes

/**
 * Parts of the schema that entities do not describe, as of the last migration: the queries of the views, the body of the
 * function renew_catalogue_revision, and the tables with a trigger of that name.
 */
export const besideEntities = {
  views: { ...views, live_sessions: liveSessions },
  renewRevision,
  catalogueTables,
}
