import { mutationRoute } from '../../rest/mutation-route.ts'
import { readRoute } from '../../rest/read-route.ts'
import { textVariable } from '../../rest/route.ts'

const path = '/api/v4/passkeys'
const ofPasskey = `${path}/:passkeyId`
const selection = 'id name touchpoint { code name } createdAt lastUsedAt'

export const passkeysRoute = readRoute({
  operation: 'readPasskeys',
  path,
  summary: "List the caller's passkeys",
  description: 'Returns the passkeys of the caller, the oldest first. Login: operator, party, consumer or admin.',
  document: `
query Passkeys {
  viewer { passkeys { ${selection} } }
}`,
  types: { Viewer: { name: 'ViewerWithPasskeys' } },
})

export const renamePasskeyRoute = mutationRoute({
  operation: 'renamePasskey',
  method: 'PATCH',
  path: ofPasskey,
  summary: 'Rename a passkey',
  status: 200,
  success: 'The passkey with its new name.',
  body: { name: { read: (value) => textVariable(value) ?? '', required: true } },
  payload: `context { simpleProfile { firstname email } } passkey { ${selection} }`,
  named: 'passkey',
})

export const removePasskeyRoute = mutationRoute({
  operation: 'removePasskey',
  method: 'DELETE',
  path: ofPasskey,
  summary: 'Remove a passkey',
  status: 204,
  success: 'The passkey is removed, and its sessions have ended.',
  payload: 'passkeyId',
  named: 'passkey',
})
