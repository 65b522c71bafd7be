import type { OperationName } from '../../../src/cases/case.errors.ts'
import type { Credentials } from './credentials.ts'
import { olga } from './credentials.ts'
import { graphql, graphqlData } from './graphql.ts'
import { restClient } from './rest-client.ts'

type LinkOperation = Extract<OperationName, 'linkCases' | 'unlinkCases' | 'mergeCase' | 'unmergeCase' | 'addComments'>

export interface LinkInput {
  id: number | string
  /** The other case, of a link or a merge. */
  other?: number | string
  caller?: Credentials
  dryRun?: boolean
  idempotencyKey?: string
  expectedVersion?: number
  [member: string]: unknown
}

/** Sends a change over one of the APIs. Returns its codes and paths, separated by spaces, or "ok". */
export type SendLink = (operation: LinkOperation, input: LinkInput) => Promise<string>

const withOther = (operation: LinkOperation, other: LinkInput['other']) =>
  other === undefined ? {} : { [operation === 'mergeCase' ? 'intoCaseId' : 'otherCaseId']: other }

/** REST has no pointer for what is in the path. */
const inPath = ['caseInstanceId', 'otherCaseId']

export function linkFaces(server: { url: string }): [name: string, send: SendLink][] {
  const rest = restClient(server)
  return [
    [
      'GraphQL',
      async (operation, { id, other, caller = olga, ...input }) => {
        const type = operation[0]!.toUpperCase() + operation.slice(1)
        const { data, errors } = await graphql<{ result: { problems?: { code: string; path: string[] }[] } | null }>(
          server.url,
          `mutation($input: ${type}Input!) { result: ${operation}(input: $input) {
            ... on ${type}Payload { case { id } } ... on ${type}Error { problems { code path } } } }`,
          { input: { caseInstanceId: `${id}`, ...withOther(operation, other), ...input } },
          caller,
        )
        if (errors) return String(errors[0]!.extensions!['code'])
        const problems = data!.result!.problems?.map(({ code, path }) => [
          code,
          ...path.filter((name) => !inPath.includes(name)),
        ])
        return problems?.flat().join(' ') ?? 'ok'
      },
    ],
    [
      'REST',
      async (operation, { id, other, caller = olga, idempotencyKey, expectedVersion, dryRun, ...body }) => {
        const path = {
          linkCases: `links/${other}`,
          unlinkCases: `links/${other}`,
          mergeCase: 'merge',
          unmergeCase: 'unmerge',
          addComments: 'comments',
        }
        const method = {
          linkCases: 'PUT',
          unlinkCases: 'DELETE',
          mergeCase: 'POST',
          unmergeCase: 'POST',
          addComments: 'POST',
        }
        const answer = await rest.send(
          method[operation],
          `cases/${id}/${path[operation]}${dryRun ? '?dryRun=true' : ''}`,
          {
            caller,
            headers: {
              ...(idempotencyKey !== undefined && { 'idempotency-key': `"${idempotencyKey}"` }),
              ...(expectedVersion !== undefined && { 'if-match': `"${expectedVersion}"` }),
            },
            ...(operation !== 'unlinkCases' && {
              body: { ...body, ...(operation === 'mergeCase' && { intoCaseId: Number(other) }) },
            }),
          },
        )
        if (answer.status === statuses[operation]) return 'ok'
        const { code, problems } = JSON.parse(answer.body) as {
          code: string
          problems: { code: string; pointer?: string }[]
        }
        if (requestCodes[code] !== undefined) return requestCodes[code]
        return problems.flatMap((each) => [each.code, ...(each.pointer?.slice(2).split('/') ?? [])]).join(' ')
      },
    ],
  ]
}

const statuses = { linkCases: 200, unlinkCases: 204, mergeCase: 201, unmergeCase: 201, addComments: 201 }
const requestCodes: Record<string, string> = {
  malformedRequest: 'BAD_USER_INPUT',
  preconditionFailed: 'PRECONDITION_FAILED',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
}

export interface LinkedCase {
  version: number
  status: string
  updatedAt: string
  mergedInto: { id: string } | null
  links: { kind: string; createdAt: string; case: { id: string } | null }[]
}

/** The case with its links, as a caller reads it. */
export async function linkedCase(
  server: { url: string },
  id: number | string,
  caller = olga,
  asOf?: string,
): Promise<LinkedCase | null> {
  const query = `query($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) {
    version status updatedAt mergedInto { id } links { kind createdAt case { id } } } }`
  return (await graphqlData<{ case: LinkedCase | null }>(server.url, query, { id: `${id}`, asOf }, caller)).case
}

/** The links of a case as "KIND id", in alphabetical order. */
export async function linksOfCase(server: { url: string }, id: number | string, caller = olga): Promise<string[]> {
  const found = await linkedCase(server, id, caller)
  return found!.links.map(({ kind, case: other }) => `${kind} ${other?.id ?? 'hidden'}`).sort()
}
