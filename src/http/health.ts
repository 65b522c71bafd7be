import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../database/statement.ts'
import { isReachable } from '../database/health.ts'
import { RequestError } from '../errors.ts'
import { allowMethods } from './allowed-methods.ts'

/** Serves /livez and /readyz: 200 while the database can be reached, otherwise 503. */
export async function health(app: FastifyInstance, { database }: { database: Queryable }): Promise<void> {
  for (const url of ['/livez', '/readyz']) {
    app.get(url, async (_request, reply) => {
      if (!(await isReachable(database))) throw new RequestError('UNAVAILABLE', 'Cannot reach the database.')
      return reply.type('application/json').serializer(String).send('{"status":"ok"}')
    })
    allowMethods(app, url, ['GET', 'HEAD'])
  }
}
