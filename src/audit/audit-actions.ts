export const auditActions = {
  CONFIGURED: { description: 'An item of the configuration was created or changed.' },
  PERSON_REGISTERED: { description: 'A person registered, or an operator registered the party of a new case.' },
  SESSION_CREATED: { description: 'A session was created on the command line.' },
  IMPORTED: { description: 'A file was imported. `changes` contains the numbers of cases and of other records.' },
  ARCHIVED: { description: 'Cases were moved to a file. `changes` contains their number.' },
  SECRET_ISSUED: { description: 'A secret of a touchpoint was issued.' },
  SECRET_REVOKED: { description: 'A secret of a touchpoint was revoked.' },
  SESSIONS_REVOKED: {
    description: 'Sessions were revoked. If no session was valid, only JWTs that were issued before are rejected.',
  },
  PERSON_EXPORTED: { description: 'Everything that is stored about a person was exported.' },
  PERSON_ERASED: { description: 'The personal data of a person was removed.' },
  WEBHOOK_ENDPOINT_SAVED: { description: 'A webhook endpoint was created or changed.' },
  WEBHOOK_ENDPOINT_REMOVED: { description: 'A webhook endpoint was removed.' },
  WEBHOOK_ENDPOINT_DISABLED: {
    description:
      'The service disabled a webhook endpoint, because its receiver answered 410, or did not accept an event for five days.',
  },
  WEBHOOK_SECRET_ROTATED: { description: 'A webhook endpoint got a new secret.' },
  WEBHOOK_RETRIED: { description: 'An event was scheduled to be sent to a webhook endpoint again.' },
  INVITED: {
    description: 'A person was invited to the desk. `changes` contains the touchpoint and when the link ends.',
  },
  PASSKEY_ADDED: { description: 'A person added a passkey.' },
  PASSKEY_REMOVED: {
    description: 'A passkey was removed. `changes` contains the number of valid sessions that it had begun.',
  },
}
export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
