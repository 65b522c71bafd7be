import { builder } from '../../graphql/builder.ts'
import { connectionTypes, resolveConnection } from '../../graphql/connection.ts'
import { ViewerObject } from '../../people/viewer.graphql.ts'
import { countSessions, isSessionKey, keyOfSession, loadSessions, readCurrentSession } from './read-sessions.ts'
import { SessionObject } from './session.graphql.ts'

builder.objectFields(ViewerObject, (t) => ({
  session: t.field({
    type: SessionObject,
    description: 'The session of the request.',
    extensions: { cost: 10 },
    resolve: (_viewer, _args, context) => readCurrentSession(context),
  }),
  sessions: t.connection(
    {
      type: SessionObject,
      description: 'The valid sessions of the caller, most recently used first.',
      extensions: { cost: 10, isKey: isSessionKey },
      resolve: ({ personId }, args, { services: { database } }) =>
        resolveConnection(args, {
          isKey: isSessionKey,
          keyOf: keyOfSession,
          load: (page) => loadSessions(database, personId, page),
          count: () => countSessions(database, personId),
        }),
    },
    ...connectionTypes('Session', 'A session', 'sessions'),
  ),
}))
