import type { Route } from '../../src/rest/route.ts'

export interface ExampleRequest {
  /** Unique among the examples of its operation. */
  name: string
  summary: string
  operation: Route['operation']
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

const cases = '/api/v4/cases'
type Rest = Partial<Pick<ExampleRequest, 'caller' | 'text' | 'headers'>>

export function update(
  name: string,
  summary: string,
  id: number | string,
  body?: ExampleRequest['body'],
  rest: Rest = {},
): ExampleRequest {
  const sent = body ? { body } : {}
  return {
    name,
    summary,
    operation: 'updateCase',
    method: 'PUT',
    path: `${cases}/${id}`,
    caller: olga,
    ...sent,
    ...rest,
  }
}

export function create(
  name: string,
  summary: string,
  body: Record<string, unknown>,
  query = '',
  rest: Rest = {},
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'createCase',
    method: 'POST',
    path: `${cases}${query}`,
    caller: olga,
    body,
    ...rest,
  }
}

export function patch(name: string, summary: string, id: number, body: Record<string, unknown>): ExampleRequest {
  return { name, summary, operation: 'patchCase', method: 'PATCH', path: `${cases}/${id}`, caller: olga, body }
}

export function change(
  operation: ExampleRequest['operation'],
  name: string,
  summary: string,
  method: ExampleRequest['method'],
  path: string,
  body?: ExampleRequest['body'],
): ExampleRequest {
  return { name, summary, operation, method, path: `${cases}${path}`, caller: olga, ...(body && { body }) }
}

export function assign(
  name: string,
  summary: string,
  id: number,
  body: Record<string, unknown>,
  rest: Rest = {},
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'assignCase',
    method: 'PUT',
    path: `${cases}/${id}/assignment`,
    caller: olga,
    body,
    ...rest,
  }
}

export function lookup(
  name: string,
  summary: string,
  query: string,
  caller: ExampleRequest['caller'] = carla,
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'caseTypeCategories',
    method: 'GET',
    path: `${cases}/typecategory${query}`,
    caller,
  }
}

export function read(
  operation: ExampleRequest['operation'],
  name: string,
  summary: string,
  path: string,
  rest: Rest = {},
): ExampleRequest {
  return { name, summary, operation, method: 'GET', path: `/api/v4${path}`, caller: olga, ...rest }
}
