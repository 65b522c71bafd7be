import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { acceptsWrites } from '../database/health.ts'
import { RequestError } from '../errors/request-error.ts'
import { allowMethods } from './allowed-methods.ts'

/**
 * Serves /livez, which is 200 as long as the process responds, and /readyz, which is 503 while the database cannot be
 * reached or does not accept writes.
 */
export async function health(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const answer = (reply: FastifyReply) => reply.type('application/json').serializer(String).send('{"status":"ok"}')
  app.get('/livez', (_request, reply) => answer(reply))
  app.get('/readyz', async (_request, reply) => {
    if (await acceptsWrites(database)) return answer(reply)
    throw new RequestError('UNAVAILABLE', 'The database cannot be reached or does not accept writes.')
  })
  for (const url of ['/livez', '/readyz']) allowMethods(app, url, ['GET', 'HEAD'])
}
