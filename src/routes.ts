import {
  caseAttachmentsRoute,
  deleteAttachmentRoute,
  readAttachmentContentRoute,
  readAttachmentRoute,
  uploadAttachmentRoute,
} from './attachments/attachment.rest.ts'
import { auditEventsRoute } from './audit/audit.rest.ts'
import { passkeysRoute, removePasskeyRoute, renamePasskeyRoute } from './auth/passkeys/passkey.rest.ts'
import {
  createSessionRoute,
  readSessionRoute,
  revokeSessionRoute,
  revokeSessionsRoute,
  sessionsRoute,
} from './auth/sessions/session.rest.ts'
import {
  issueTouchpointSecretRoute,
  revokeTouchpointSecretRoute,
} from './auth/touchpoint-secrets/touchpoint-secret.rest.ts'
import { assignCaseRoute, unassignCaseRoute } from './cases/assign/assign-case.rest.ts'
import { assignableGroupsRoute, assignableOperatorsRoute } from './cases/assign/assign-case.rest.ts'
import {
  addCommentsRoute,
  commentsRoute,
  editCommentRoute,
  readCommentRoute,
  removeCommentRoute,
} from './cases/comment-changes/comment-changes.rest.ts'
import { createCaseRoute } from './cases/create/create-case.rest.ts'
import { dataSchemaRoute } from './cases/form/data-schema.rest.ts'
import { historyRoute } from './cases/timeline/history.rest.ts'
import { caseListOrTableRoute } from './cases/table/case-table.rest.ts'
import {
  linkCasesRoute,
  linksRoute,
  mergeCaseRoute,
  unlinkCasesRoute,
  unmergeCaseRoute,
} from './cases/links/links.rest.ts'
import { noteCasePresenceRoute } from './cases/viewing/viewing.rest.ts'
import { caseFormRoute, readCaseRoute } from './cases/read/read-case.rest.ts'
import { savedRepliesRoute } from './cases/form/saved-replies.rest.ts'
import { takeNextCaseRoute } from './cases/assign/assign-case.rest.ts'
import { markCaseReadRoute } from './cases/viewing/viewing.rest.ts'
import { patchCaseRoute, updateCaseRoute } from './cases/update/update-case.rest.ts'
import { resolutionsRoute, statusesRoute, lookupRoute, tagsRoute } from './catalogue/catalogue.rest.ts'
import { configurationRoute, configureRoute } from './configuration/configuration.rest.ts'
import { eventsRoute } from './events/events.rest.ts'
import { createInvitationRoute } from './invitations/create-invitation.rest.ts'
import { customersRoute, groupsRoute, operatorsRoute, personsRoute, viewerRoute } from './people/people.rest.ts'
import { exportPersonRoute } from './personal-data/export-route.ts'
import { erasePersonRoute } from './personal-data/personal-data.rest.ts'
import type { Route } from './rest/route.ts'
import {
  createWebhookEndpointRoute,
  readWebhookEndpointRoute,
  removeWebhookEndpointRoute,
  retryWebhookDeliveryRoute,
  rotateWebhookSecretRoute,
  saveWebhookEndpointRoute,
  testWebhookEndpointRoute,
  webhookDeliveriesRoute,
  webhookEndpointsRoute,
} from './webhooks/webhooks.rest.ts'

export const routes: readonly Route[] = [
  lookupRoute,
  takeNextCaseRoute,
  caseListOrTableRoute,
  createCaseRoute,
  readCaseRoute,
  updateCaseRoute,
  patchCaseRoute,
  assignCaseRoute,
  unassignCaseRoute,
  commentsRoute,
  addCommentsRoute,
  readCommentRoute,
  editCommentRoute,
  removeCommentRoute,
  markCaseReadRoute,
  noteCasePresenceRoute,
  linksRoute,
  linkCasesRoute,
  unlinkCasesRoute,
  mergeCaseRoute,
  unmergeCaseRoute,
  caseAttachmentsRoute,
  uploadAttachmentRoute,
  readAttachmentRoute,
  readAttachmentContentRoute,
  deleteAttachmentRoute,
  historyRoute,
  eventsRoute,
  caseFormRoute,
  savedRepliesRoute,
  assignableOperatorsRoute,
  assignableGroupsRoute,
  viewerRoute,
  sessionsRoute,
  createSessionRoute,
  revokeSessionsRoute,
  readSessionRoute,
  revokeSessionRoute,
  passkeysRoute,
  renamePasskeyRoute,
  removePasskeyRoute,
  statusesRoute,
  resolutionsRoute,
  tagsRoute,
  dataSchemaRoute,
  operatorsRoute,
  customersRoute,
  groupsRoute,
  personsRoute,
  createInvitationRoute,
  configurationRoute,
  configureRoute,
  exportPersonRoute,
  erasePersonRoute,
  auditEventsRoute,
  issueTouchpointSecretRoute,
  revokeTouchpointSecretRoute,
  webhookEndpointsRoute,
  createWebhookEndpointRoute,
  readWebhookEndpointRoute,
  saveWebhookEndpointRoute,
  removeWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  testWebhookEndpointRoute,
  webhookDeliveriesRoute,
  retryWebhookDeliveryRoute,
]

/** The documents that the service itself executes. */
export const restDocuments = routes.map(({ document }) => document)
