import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statements/statement.ts'
import { RequestError } from '../errors/request-error.ts'
import { allowMethods } from './allowed-methods.ts'

const timeoutMs = 2_000

const mode = statement(`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`, {
  readOnly: 'boolean',
})

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

/** Whether the database responds within two seconds and accepts writes: it is no standby, not read-only and not full. */
async function acceptsWrites(database: Database): Promise<boolean> {
  return Promise.race([isWritable(database), sleep(timeoutMs, false, { ref: false })]).catch(() => false)
}

async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database.run(mode)
  return row?.readOnly === false && !(await database.diskSpace.isFull(database))
}
