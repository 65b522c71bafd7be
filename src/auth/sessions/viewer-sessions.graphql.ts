import { builder } from '../../graphql/builder.ts'
import { resolveConnection } from '../../graphql/connection.ts'
import { ViewerObject } from '../../people/viewer.graphql.ts'
import { countSessions, isSessionKey, keyOfSession, loadSessions, readCurrentSession } from './read-sessions.ts'
import { SessionObject } from './session.graphql.ts'

const SessionEdge = builder.edgeObject({
  type: SessionObject,
  name: 'SessionEdge',
  description: 'A session and its cursor.',
})
const SessionConnection = builder.connectionObject(
  {
    type: SessionObject,
    name: 'SessionConnection',
    description: 'A page of sessions.',
    edgesField: { description: 'The sessions on this page with their cursors.' },
  },
  SessionEdge,
)

builder.objectFields(ViewerObject, (t) => ({
  session: t.field({
    type: SessionObject,
    description: 'The session of the request.',
    extensions: { cost: 10 },
    resolve: (_viewer, _args, context) => readCurrentSession(context),
  }),
  sessions: t.field({
    type: SessionConnection,
    description: 'The valid sessions of the caller, most recently used first.',
    extensions: { cost: 10, isKey: isSessionKey },
    args: t.arg.connectionArgs(),
    resolve: ({ personId }, args, { services: { database } }) =>
      resolveConnection(args, {
        isKey: isSessionKey,
        keyOf: keyOfSession,
        load: (page) => loadSessions(database, personId, page),
        count: () => countSessions(database, personId),
      }),
  }),
}))
