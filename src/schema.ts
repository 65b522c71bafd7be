import { defaultFieldResolver, isEnumType, isObjectType, printSchema } from 'graphql'
import './graphql/schema/scalars.ts'
import './cases/read/read-case.graphql.ts'
import './cases/form/case-fields.graphql.ts'
import './cases/list/case-list.graphql.ts'
import './cases/timeline/comments.graphql.ts'
import './cases/timeline/history.graphql.ts'
import './cases/read/node.graphql.ts'
import './cases/create/create-case.graphql.ts'
import './cases/update/update-case.graphql.ts'
import './cases/assign/assign-case.graphql.ts'
import './cases/assign/take-next-case.graphql.ts'
import './cases/comment-changes/comment-changes.graphql.ts'
import './cases/links/links.graphql.ts'
import './cases/viewing/viewing.graphql.ts'
import './cases/deadlines/deadlines.graphql.ts'
import './attachments/attachments.graphql.ts'
import './catalogue/catalogue.graphql.ts'
import './catalogue/lookup/lookup.graphql.ts'
import './people/people-connections.graphql.ts'
import './people/people.graphql.ts'
import './people/viewer.graphql.ts'
import './cases/form/available-values.graphql.ts'
import './cases/form/data-schema.graphql.ts'
import './cases/assign/assignable.graphql.ts'
import './cases/form/saved-replies.graphql.ts'
import './cases/access/case-permissions.graphql.ts'
import './auth/sessions/session.graphql.ts'
import './auth/passkeys/passkey.graphql.ts'
import './auth/touchpoint-secrets/touchpoint-secret.graphql.ts'
import './audit/audit.graphql.ts'
import './events/events.graphql.ts'
import './configuration/configuration.graphql.ts'
import './configuration/configure.graphql.ts'
import './personal-data/erase-person.graphql.ts'
import './invitations/create-invitation.graphql.ts'
import './webhooks/manage-webhooks.graphql.ts'
import { builder } from './graphql/schema/builder.ts'

export const schema = builder.toSchema({ sortSchema: false })

// Plans read a property without calling a resolver. Pothos sets the default resolver.
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue
  for (const field of Object.values(type.getFields())) {
    if (field.resolve === defaultFieldResolver) delete field.resolve
  }
}

/** The codes of all operations' errors. */
export const errorCodes: ReadonlySet<string> = new Set(
  Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => name.endsWith('ErrorCode'))
    .flatMap((type) => type.getValues().map(({ name }) => name)),
)

/** The SDL as it is published in schema.graphql. */
export const printedSchema = `${printSchema(schema)}\n`
