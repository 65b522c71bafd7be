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
}
export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
