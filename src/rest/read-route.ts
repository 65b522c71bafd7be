import type { FastifyReply } from 'fastify'
import { RouteError } from '../http/requests/request-error.ts'
import { type OpenApiDescription, readDescription, type RestResult, type Route } from './route.ts'
import { sendBody } from './tagged-response.ts'

type Read = Pick<Route, 'operation' | 'path' | 'document'> &
  Partial<Pick<Route, 'toVariables' | 'send' | 'stream' | 'waits'>> &
  Omit<OpenApiDescription, keyof typeof readDescription>

/** A route that reads. By default, its document has no variables and the response is what the document selects. */
export function readRoute({
  operation,
  path,
  document,
  toVariables = () => ({}),
  send = sendData,
  stream,
  waits,
  ...openapi
}: Read): Route {
  const optional = { ...(stream && { stream }), ...(waits && { waits }) }
  const description = { ...openapi, ...readDescription }
  return { operation, method: 'GET', path, document, toVariables, send, ...optional, openapi: description }
}

function sendData(reply: FastifyReply, { data }: RestResult) {
  return sendBody(reply, { ...data })
}

/** The response if what a path names is missing, or the caller may not see it. */
export function notFound(noun: string): RouteError {
  return new RouteError(404, `There is no such ${noun}, or the caller may not see it.`)
}

/** What a root field returned. Throws a RouteError with status 404 if it is null. */
export function requireFound<Found extends object>({ data }: RestResult, field: string, noun: string): Found {
  const found = data?.[field] as Found | null | undefined
  if (!found) throw notFound(noun)
  return found
}
