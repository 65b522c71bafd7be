import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importData } from '../../src/transfer/import/import.ts'
import { type Desk, desks } from '../support/data/random-desk.ts'
import { emptyDatabase } from '../support/database/database.ts'
import type { Credentials } from '../support/requests/credentials.ts'
import { highLimits } from '../support/graphql/schema-documents.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  database: emptyDatabase,
  limits: { graphqlLimits: { ...highLimits.graphqlLimits, aliases: 200 } },
})
const reasons = new Set<string>()

const send = async <Data>(
  caller: Credentials,
  document: string,
  variables: Record<string, unknown> = {},
): Promise<Data> => graphqlData<Data>(server.url, document, variables, caller)

type Permission = { allowed: boolean; reason: string }

interface OfferedCase {
  id: string
  typeCode: string
  categoryCode: string
  permissions: Record<'update' | 'assign' | 'comment', Permission>
  availableStatuses: { name: string }[]
  availableResolutions: { name: string }[]
  availableTypeCategories: { caseTypeCode: string; caseCategoryCode: string }[]
  assignableOperators: { nodes: { email: string }[] }
  assignableGroups: { nodes: { name: string }[] }
}

type Pair = { typeCode: string; categoryCode: string }
type Update = Pair & { caseInstanceId: string; status?: string; resolution?: string; caseData?: object }

type Assignment = { caseInstanceId: string; email?: string; groupName?: string }

const offers = `id typeCode categoryCode
  permissions { update { allowed reason } assign { allowed reason } comment { allowed reason } }
  availableStatuses { name } availableResolutions { name } availableTypeCategories { caseTypeCode caseCategoryCode }
  assignableOperators(first: 100) { nodes { email } } assignableGroups(first: 100) { nodes { name } }`

async function readEach(caller: Credentials, { caseIds }: Desk): Promise<OfferedCase[]> {
  const fields = caseIds.map((id) => `c${id}: case(id: "${id}") { ${offers} }`).join(' ')
  const data = await send<Record<string, OfferedCase | null>>(caller, `{ ${fields} }`)
  return Object.values(data).filter((found) => found !== null)
}

const sorted = (items: Iterable<string>) => [...items].toSorted()
/** Values of other data sets are offered as well. */
const ofDesk = (names: string[], offered: { name: string }[]) =>
  sorted(offered.map(({ name }) => name).filter((name) => names.includes(name)))
const pairsOfDesk = ({ pairs }: Desk, offered: OfferedCase['availableTypeCategories']) =>
  ofDesk(
    pairs.map(({ typeCode, categoryCode }) => pairOf(typeCode, categoryCode)),
    offered.map((pair) => ({ name: pairOf(pair.caseTypeCode, pair.caseCategoryCode) })),
  )
const pairOf = (typeCode: string, categoryCode: string) => `${typeCode}/${categoryCode}`

/** Returns those of the inputs that the mutation accepts, without writing anything. */
async function accepted<Input extends object>(
  caller: Credentials,
  mutation: 'updateCases' | 'assignCases',
  inputs: Input[],
): Promise<Input[]> {
  const type = mutation === 'updateCases' ? 'UpdateCase' : 'AssignCase'
  const document = `mutation ($inputs: [${type}Input!]!) { results: ${mutation}(inputs: $inputs) { type: __typename } }`
  const dry = inputs.map((input) => ({ ...input, dryRun: true }))
  const { results } = await send<{ results: { type: string }[] }>(caller, document, { inputs: dry })
  return inputs.filter((_input, index) => results[index]?.type.endsWith('Payload'))
}

async function isAccepted(caller: Credentials, mutation: 'addComments' | 'unassignCase', input: object) {
  const type = mutation === 'addComments' ? 'AddComments' : 'UnassignCase'
  const document = `mutation ($input: ${type}Input!) { result: ${mutation}(input: $input) { type: __typename } }`
  const { result } = await send<{ result: { type: string } }>(caller, document, { input: { ...input, dryRun: true } })
  return result.type.endsWith('Payload')
}

/** Tries everything that is offered for the case, and everything else that exists. */
async function checkCase(caller: Credentials, desk: Desk, found: OfferedCase): Promise<void> {
  const caseInstanceId = found.id
  const codes = { typeCode: found.typeCode, categoryCode: found.categoryCode }
  const own = { caseInstanceId, ...codes }
  const updates: Update[] = [
    own,
    ...desk.statuses.map((status) => ({ ...own, status })),
    ...desk.resolutions.map((resolution) => ({ ...own, resolution })),
    ...desk.pairs.map((pair) => ({ caseInstanceId, ...pair, caseData: desk.caseData(pair.typeCode) })),
  ]
  const assignments: Assignment[] = [
    ...desk.operators.map((email) => ({ caseInstanceId, email })),
    ...desk.groups.map((groupName) => ({ caseInstanceId, groupName })),
  ]
  const takenUpdates = new Set(await accepted(caller, 'updateCases', updates))
  const takenAssignments = await accepted(caller, 'assignCases', assignments)
  const tried = {
    update: takenUpdates.has(own),
    comment: await isAccepted(caller, 'addComments', { caseInstanceId, comments: [{ text: 'x' }] }),
    assign: await isAccepted(caller, 'unassignCase', { caseInstanceId }),
    statuses: sorted([...takenUpdates].flatMap(({ status }) => status ?? [])),
    resolutions: sorted([...takenUpdates].flatMap(({ resolution }) => resolution ?? [])),
    pairs: sorted([...takenUpdates].flatMap((each) => (each.caseData ? pairOf(each.typeCode, each.categoryCode) : []))),
    operators: sorted(takenAssignments.flatMap(({ email }) => email ?? [])),
    groups: sorted(takenAssignments.flatMap(({ groupName }) => groupName ?? [])),
  }
  const { update, assign, comment } = found.permissions
  for (const { allowed, reason } of [update, assign, comment]) reasons.add(`${allowed} ${reason}`)
  expect({
    update: update.allowed,
    comment: comment.allowed,
    assign: assign.allowed,
    statuses: ofDesk(desk.statuses, found.availableStatuses),
    resolutions: ofDesk(desk.resolutions, found.availableResolutions),
    pairs: pairsOfDesk(desk, found.availableTypeCategories),
    operators: sorted(found.assignableOperators.nodes.map(({ email }) => email)),
    groups: ofDesk(desk.groups, found.assignableGroups.nodes),
  }).toEqual(tried)
}

/** Creates a case in each pair, without writing it. */
async function checkCreation(caller: Credentials, desk: Desk): Promise<void> {
  const fields = desk.pairs.map((_pair, index) => `p${index}: createCase(input: $p${index}) { type: __typename }`)
  const declared = desk.pairs.map((_pair, index) => `$p${index}: CreateCaseInput!`)
  const inputs = desk.pairs.map((pair, index) => {
    const values = { status: desk.statuses[0], resolution: desk.resolutions[0], caseData: desk.caseData(pair.typeCode) }
    return [`p${index}`, { ...pair, ...values, dryRun: true }] as const
  })
  const document = `mutation (${declared.join(' ')}) { ${fields.join(' ')} }`
  const results = await send<Record<string, { type: string }>>(caller, document, Object.fromEntries(inputs))
  const taken = desk.pairs.filter((_pair, index) => results[`p${index}`]?.type === 'CreateCasePayload')
  type Answer = { viewer: { typeCategories: OfferedCase['availableTypeCategories'] } }
  const { viewer } = await send<Answer>(caller, '{ viewer { typeCategories { caseTypeCode caseCategoryCode } } }')
  expect(pairsOfDesk(desk, viewer.typeCategories)).toEqual(
    sorted(taken.map((pair) => pairOf(pair.typeCode, pair.categoryCode))),
  )
}

// The last caller of a desk is a consumer, who may not create cases at all.
test('every list has exactly the cases that the caller can read, and all that is offered is accepted, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(desks, async (desk) => {
      await importData(server.database, desk.data)
      for (const [index, caller] of desk.callers.entries()) {
        const read = await readEach(caller, desk)
        const document =
          '{ cases(first: 100, orderBy: CREATED_ASC) { nodes { id permissions { update { reason } } } totalCount } }'
        const { cases } = await send<{ cases: { nodes: OfferedCase[]; totalCount: number } }>(caller, document)
        const reasonOf = ({ id, permissions }: OfferedCase) => `${id} ${permissions.update.reason}`
        expect(sorted(cases.nodes.map(reasonOf))).toEqual(sorted(read.map(reasonOf)))
        expect(cases.totalCount).toBe(read.length)
        const byReason = new Map(read.map((found) => [JSON.stringify(found.permissions), found]))
        for (const found of byReason.values()) await checkCase(caller, desk, found)
        if (index < desk.callers.length - 1) await checkCreation(caller, desk)
      }
    }),
    { seed: 12, numRuns: 2, endOnFailure: true },
  )
  expect(sorted(reasons)).toEqual([
    'false LOGIN_NOT_ALLOWED',
    'false SYSTEM_CATEGORY',
    'true ASSIGNED_TO_YOU',
    'true ASSIGNED_TO_YOUR_GROUP',
    'true AUTHORISED_FOR_TYPE',
    'true TOUCHPOINT_GRANT',
    'true YOUR_CASE',
  ])
})
