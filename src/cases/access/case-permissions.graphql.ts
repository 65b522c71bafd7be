import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { CaseObject } from '../case.graphql.ts'
import { type CasePermission, type CasePermissions, permissionsOf } from './case-permissions.ts'

const reasons = {
  ASSIGNED_TO_YOU: 'The case is assigned to you.',
  ASSIGNED_TO_YOUR_GROUP: 'The case is assigned to one of your groups.',
  AUTHORISED_FOR_TYPE: 'You, or one of your groups, are authorised for the type of the case.',
  TOUCHPOINT_GRANT: 'The touchpoint may modify cases of this type category.',
  YOUR_CASE: 'The case is yours.',
  LOGIN_NOT_ALLOWED: 'This requires login as operator.',
  SYSTEM_CATEGORY: 'Cases in a system category cannot be updated.',
  MERGED: 'The case was merged into another one.',
  NOT_AUTHORISED: 'You are not authorised for the type of the case, and it is not assigned to you.',
}

const description = 'Why the caller may or may not do something with a case.'
const ReasonEnum = describedEnum('CasePermissionReason', description, reasons)

const CasePermissionObject = builder.objectRef<CasePermission>('CasePermission').implement({
  description: 'Whether the caller may do something with a case.',
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed', { description: 'Whether it is permitted.' }),
    reason: t.expose('reason', { type: ReasonEnum, description: 'The reason.' }),
    message: t.string({ description: 'The reason in words.', resolve: ({ reason }) => reasons[reason] }),
  }),
})

const CasePermissionsObject = builder.objectRef<CasePermissions>('CasePermissions').implement({
  description: 'What the caller may do with a case.',
  fields(t) {
    const permission = (name: keyof CasePermissions, mutations: string) =>
      t.expose(name, { type: CasePermissionObject, description: `Whether ${mutations} permitted.` })
    return {
      update: permission('update', '`updateCase` is'),
      assign: permission('assign', '`assignCase` and `unassignCase` are'),
      comment: permission('comment', '`addComments` is'),
    }
  },
})

builder.objectField(CaseObject, 'permissions', (t) =>
  t.field({
    type: CasePermissionsObject,
    description: 'What the caller may do with the case, each with the reason.',
    resolve: (row, _args, context) => permissionsOf(context, row),
  }),
)
