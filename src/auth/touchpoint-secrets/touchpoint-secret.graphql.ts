import { builder } from '../../graphql/builder.ts'
import { nodeId } from '../../graphql/node.ts'
import type { IssuedSecret } from './touchpoint-secrets.ts'

export const TouchpointSecretObject = builder
  .objectRef<IssuedSecret['touchpointSecret']>('TouchpointSecret')
  .implement({
    description: 'A valid secret of a touchpoint, with which it creates sessions. Only its hash is stored.',
    fields: (t) => ({
      id: t.id({
        description: 'The ID of the secret, for example "secret:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
        resolve: ({ id }) => nodeId('secret', id),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the secret was issued.' }),
      lastUsedAt: t.expose('lastUsedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the secret was last used, to the minute. Null if it was never used.',
      }),
    }),
  })
