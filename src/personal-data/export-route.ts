import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { RouteError } from '../http/requests/request-error.ts'
import { personIdOf } from '../people/people.ts'
import { idParameter, readDescription, type RestRequest, type Route } from '../rest/route.ts'
import { exportPerson } from './export-person.ts'

/** Sends the file of the person in the path. Login: admin. */
export async function sendExport(reply: FastifyReply): Promise<FastifyReply> {
  const { context, params } = reply.request
  const id = personIdOf(idParameter({ params: params as RestRequest['params'] }, 'personId', 'person'))
  const chunks = await exportPerson(context, id)
  if (!chunks) throw new RouteError(404, 'There is no such person.')
  reply.header('content-disposition', `attachment; filename="person-${id}.json"`)
  return reply.type('application/json').header('cache-control', 'no-store').send(Readable.from(chunks))
}

const object = { type: 'object', additionalProperties: true }
const list = (description: string) => ({ type: 'array', description, items: object })

const lists = {
  sessions: list('The sessions, without tokens and their hashes.'),
  passkeys: list('The passkeys, without keys.'),
  invitations: list('The open invitation, without its link.'),
  idempotencyKeys: list('The idempotency keys of the sessions.'),
  attachments: list('The uploaded files, with the paths of their contents.'),
  webhookEndpoints: list('The webhook endpoints that see what the person sees, without secrets.'),
  auditEvents: list("The audit events by the person, about the person and about the person's sessions."),
  cases: list('The cases that the person took part in.'),
}

// The document identifies the caller. The file is too large for the result of a field.
export const exportPersonRoute: Route = {
  operation: 'exportPerson',
  method: 'GET',
  path: '/api/v4/persons/:personId/export',
  document: 'query ExportPerson { viewer { id } }',
  toVariables: () => ({}),
  send: sendExport,
  openapi: {
    ...readDescription,
    conditional: false,
    summary: 'Export the personal data of a person',
    description:
      'Returns a file with all that is stored about a person. It reads the history of all cases, which can take minutes in a ' +
      'large database. An export that is interrupted is not valid JSON. Login: admin.',
    success: 'All that is stored about the person.',
    response: {
      type: 'object',
      description: 'All that is stored about a person.',
      required: ['person', ...Object.keys(lists)],
      properties: { person: { ...object, description: 'The person, with groups and authorisations.' }, ...lists },
    },
  },
}
