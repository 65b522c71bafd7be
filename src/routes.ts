import * as attachments from './attachments/attachment.rest.ts'
import { auditEventsRoute } from './audit/audit.rest.ts'
import * as passkeys from './auth/passkeys/passkey.rest.ts'
import * as sessions from './auth/sessions/session.rest.ts'
import * as touchpointSecrets from './auth/touchpoint-secrets/touchpoint-secret.rest.ts'
import * as assignment from './cases/assign/assign-case.rest.ts'
import * as comments from './cases/comment-changes/comment-changes.rest.ts'
import { createCaseRoute } from './cases/create/create-case.rest.ts'
import { dataSchemaRoute } from './cases/form/data-schema.rest.ts'
import { historyRoute } from './cases/timeline/history.rest.ts'
import { caseListOrTableRoute } from './cases/table/case-table.rest.ts'
import * as links from './cases/links/links.rest.ts'
import * as viewing from './cases/viewing/viewing.rest.ts'
import { caseFormRoute, readCaseRoute } from './cases/read/read-case.rest.ts'
import { savedRepliesRoute } from './cases/form/saved-replies.rest.ts'
import { patchCaseRoute, updateCaseRoute } from './cases/update/update-case.rest.ts'
import * as catalogue from './catalogue/catalogue.rest.ts'
import { configurationRoute, configureRoute } from './configuration/configuration.rest.ts'
import { eventsRoute } from './events/events.rest.ts'
import { createInvitationRoute } from './invitations/create-invitation.rest.ts'
import * as people from './people/people.rest.ts'
import { exportPersonRoute } from './personal-data/export-route.ts'
import { erasePersonRoute } from './personal-data/personal-data.rest.ts'
import type { Route } from './rest/route.ts'
import * as webhooks from './webhooks/webhooks.rest.ts'

export const routes: readonly Route[] = [
  catalogue.lookupRoute,
  assignment.takeNextCaseRoute,
  caseListOrTableRoute,
  createCaseRoute,
  readCaseRoute,
  updateCaseRoute,
  patchCaseRoute,
  assignment.assignCaseRoute,
  assignment.unassignCaseRoute,
  comments.commentsRoute,
  comments.addCommentsRoute,
  comments.readCommentRoute,
  comments.editCommentRoute,
  comments.removeCommentRoute,
  viewing.markCaseReadRoute,
  viewing.noteCasePresenceRoute,
  links.linksRoute,
  links.linkCasesRoute,
  links.unlinkCasesRoute,
  links.mergeCaseRoute,
  links.unmergeCaseRoute,
  attachments.caseAttachmentsRoute,
  attachments.uploadAttachmentRoute,
  attachments.readAttachmentRoute,
  attachments.readAttachmentContentRoute,
  attachments.deleteAttachmentRoute,
  historyRoute,
  eventsRoute,
  caseFormRoute,
  savedRepliesRoute,
  assignment.assignableOperatorsRoute,
  assignment.assignableGroupsRoute,
  people.viewerRoute,
  sessions.sessionsRoute,
  sessions.createSessionRoute,
  sessions.revokeSessionsRoute,
  sessions.readSessionRoute,
  sessions.revokeSessionRoute,
  passkeys.passkeysRoute,
  passkeys.renamePasskeyRoute,
  passkeys.removePasskeyRoute,
  catalogue.statusesRoute,
  catalogue.resolutionsRoute,
  catalogue.tagsRoute,
  dataSchemaRoute,
  people.operatorsRoute,
  people.customersRoute,
  people.groupsRoute,
  people.personsRoute,
  createInvitationRoute,
  configurationRoute,
  configureRoute,
  exportPersonRoute,
  erasePersonRoute,
  auditEventsRoute,
  touchpointSecrets.issueTouchpointSecretRoute,
  touchpointSecrets.revokeTouchpointSecretRoute,
  webhooks.webhookEndpointsRoute,
  webhooks.createWebhookEndpointRoute,
  webhooks.readWebhookEndpointRoute,
  webhooks.saveWebhookEndpointRoute,
  webhooks.removeWebhookEndpointRoute,
  webhooks.rotateWebhookSecretRoute,
  webhooks.testWebhookEndpointRoute,
  webhooks.webhookDeliveriesRoute,
  webhooks.retryWebhookDeliveryRoute,
]

/** The documents that the service itself executes. */
export const restDocuments = routes.map(({ document }) => document)
