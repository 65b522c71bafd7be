import { touchpointField } from '../../catalogue/catalogue.graphql.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { exposed } from '../../graphql/schema/exposed.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { NodeInterface } from '../../graphql/schema/node.ts'
import { nodeId } from '../../node-id.ts'
import { PersonObject } from '../../people/people.graphql.ts'
import { ViewerObject } from '../../people/viewer.graphql.ts'
import { contextField } from '../context.graphql.ts'
import { isAdmin } from '../../viewer/viewer.ts'
import { invitedUntil } from './invitations.ts'
import { passkeyErrors } from './passkey.errors.ts'
import {
  maximumPasskeys,
  passkeyColumns,
  type PasskeyRow,
  passkeysOfPerson,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'

export const PasskeyObject = builder.objectRef<PasskeyRow>('Passkey').implement({
  description: "A key of a person's device or password manager, which signs the person in to the desk.",
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the passkey, for example "passkey:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
      resolve: ({ id }) => nodeId('passkey', id),
    }),
    name: t.exposeString('name', { description: 'The name, as the person or the authenticator gave it.' }),
    touchpoint: t.field(touchpointField('The touchpoint of the sessions that it begins.')),
    ...exposed(t, passkeyColumns, {
      createdAt: 'When the passkey was added.',
      lastUsedAt: 'When the person last signed in with it. Null if that never happened.',
    }),
  }),
})

builder.objectFields(ViewerObject, (t) => ({
  passkeys: t.field({
    type: [PasskeyObject],
    description: `The passkeys of the caller, the oldest first. There are at most ${maximumPasskeys}.`,
    extensions: { items: 2 },
    resolve: ({ personId }, _args, { services }) => services.database.loadAll(passkeysOfPerson, { id: personId }),
  }),
}))

builder.objectFields(PersonObject, (t) => ({
  passkeys: t.field({
    type: [PasskeyObject],
    description: `The passkeys of the person, the oldest first. Empty unless the caller is an admin.`,
    extensions: { items: 2 },
    resolve: ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? services.database.loadAll(passkeysOfPerson, { id }) : [],
  }),
  invitedUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the invitation that is open ends. Null if there is none, and unless the caller is an admin.',
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? ((await services.database.load(invitedUntil, { id }))?.expiresAt ?? null) : null,
  }),
}))

const passkeyId = { required: true, description: 'The ID of the passkey, or the UUID in it.' } as const

defineMutation('removePasskey', {
  description:
    'Removes a passkey, and ends the sessions that it began. Persons can remove their own passkeys, and admins those of all ' +
    'persons. Login: operator, party, consumer or admin.',
  input: builder.inputType('RemovePasskeyInput', {
    description: 'The passkey to remove.',
    fields: (t) => ({ passkeyId: t.id(passkeyId) }),
  }),
  argument: 'The passkey.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request. It has ended if the passkey began it.'),
    passkeyId: t.exposeID('passkeyId', { description: 'The ID of the passkey that was removed.' }),
  }),
  result: 'The ID of the passkey, or the problems that prevented the removal.',
  errors: passkeyErrors.removePasskey,
  resolve: removePasskey,
})

defineMutation('renamePasskey', {
  description: 'Gives a passkey of the caller another name. Login: operator, party, consumer or admin.',
  input: builder.inputType('RenamePasskeyInput', {
    description: 'A passkey and its new name.',
    fields: (t) => ({
      passkeyId: t.id(passkeyId),
      name: t.string({ required: true, description: 'The new name, of 1 to 100 characters.' }),
    }),
  }),
  argument: 'The passkey and its name.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request.'),
    passkey: t.expose('passkey', { type: PasskeyObject, description: 'The passkey with its new name.' }),
  }),
  result: 'The passkey, or the problems that prevented the change.',
  errors: passkeyErrors.renamePasskey,
  resolve: renamePasskey,
})
