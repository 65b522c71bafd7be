import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/routes.ts'
import { ada } from '../support/requests/credentials.ts'

export interface ExampleRequest {
  /** Unique among the examples of its operation. */
  name: string
  summary: string
  operation: string
  method: Route['method']
  path: string
  caller: { touchpoint: string; token: string } | undefined
  /** Sent as JSON. */
  body?: Record<string, unknown>
  /** Sent unchanged, as plain text. */
  text?: string
  headers?: Record<string, string>
}

export const olga = { touchpoint: 'desk', token: 'demo-operator-olga' }
export const omarAtPartner = { touchpoint: 'partner', token: 'demo-operator-omar-partner' }
export const paula = { touchpoint: 'web', token: 'demo-party-paula' }
const carla = { touchpoint: 'web', token: 'demo-consumer-carla' }

type Body = ExampleRequest['body']
type Rest = Partial<Pick<ExampleRequest, 'caller' | 'text' | 'headers'>>

/** A request by Olga to the route of the operation. `path` follows /api/v4. Throws if there is no such operation. */
export function example(
  operation: string,
  name: string,
  summary: string,
  path: string,
  body?: Body,
  rest: Rest = {},
): ExampleRequest {
  const route = routes.find((each) => each.operation === operation)
  if (!route) throw new Error(`There is no operation ${operation}.`)
  const { method } = route
  return { name, summary, operation, method, path: `/api/v4${path}`, caller: olga, ...(body && { body }), ...rest }
}

/** A request by an admin to the webhook endpoints. */
export const webhooks: typeof example = (operation, name, summary, path, body) =>
  example(operation, name, summary, `/webhook-endpoints${path}`, body, { caller: ada })

type OfCase = (name: string, summary: string, id: number | string, body?: Body, rest?: Rest) => ExampleRequest

export const update: OfCase = (name, summary, id, ...rest) =>
  example('updateCase', name, summary, `/cases/${id}`, ...rest)
export const patch: OfCase = (name, summary, id, ...rest) =>
  example('patchCase', name, summary, `/cases/${id}`, ...rest)
export const assign: OfCase = (name, summary, id, ...rest) =>
  example('assignCase', name, summary, `/cases/${id}/assignment`, ...rest)

export function create(name: string, summary: string, body: Body, query = '', rest: Rest = {}): ExampleRequest {
  return example('createCase', name, summary, `/cases${query}`, body, rest)
}

export function lookup(name: string, summary: string, query: string, caller = carla): ExampleRequest {
  return example('caseTypeCategories', name, summary, `/cases/typecategory${query}`, undefined, { caller })
}
