import { beforeAll, describe, expect, test } from 'vitest'
import { adminData, configure } from '../../support/requests/configure.ts'
import { carla, type Credentials, credentialHeaders, olga, paula } from '../../support/requests/credentials.ts'
import { describeFaces, failure } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { sendRaw } from '../../support/requests/http.ts'
import { sql } from '../../support/database/database.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer({ data: adminData })
const codes = { categoryCode: 'BILLING', typeCode: 'CLAIM' }
const forOperators = { settableBy: 'OPERATORS' }
const note = { name: 'note', kind: 'TEXT', required: 'NEVER' }
const limit = { name: 'limit', kind: 'INTEGER', minimum: 1, ...forOperators }
const reason = { name: 'reason', kind: 'TEXT', required: 'WHEN_CLOSED', ...forOperators }

beforeAll(async () => {
  const typeCategory = (typeCode: string) => ({ typeCode, categoryCode: 'BILLING', appVisible: true })
  await configure(server.url, {
    types: [
      { code: 'CLAIM', name: 'Claim', fields: [note, limit, reason] },
      { code: 'OFFER', name: 'Offer', fields: [note, { ...limit, maximum: 5 }] },
      { code: 'DRAFT', name: 'Draft', fields: [note, { ...limit, required: 'NEVER', settableBy: 'ALL' }] },
    ],
    typeCategories: ['CLAIM', 'OFFER', 'DRAFT'].map(typeCategory),
    statuses: [
      { name: 'Legal', ...forOperators },
      { name: 'Start', default: true, ...forOperators },
    ],
    resolutions: [{ name: 'Goodwill', ...forOperators }],
    touchpoints: [
      { code: 'web', typeCategories: ['CLAIM', 'OFFER', 'DRAFT', 'REFUND'].map(typeCategory).map(granted) },
    ],
  })
})

const granted = ({ typeCode, categoryCode }: { typeCode: string; categoryCode: string }) => ({ typeCode, categoryCode })

/** Above the IDs of cases that are created. */
let lastId = 4_600_000_000_000_000
const addCase = (caseData = {}) =>
  server.addCase({ id: ++lastId, ...codes, caseData, assigneeEmail: 'olga@example.com', outdatedCaseData: true })

async function dataOf(id: number): Promise<unknown> {
  const [row] = await sql<{ caseData: unknown }>(server.database, 'select case_data from cases where id = $1', [id])
  return row?.caseData
}

const wrong = (...names: string[]) =>
  failure(...names.map((name): [string, ...string[]] => ['invalidCaseField', 'caseData', name]))

describeFaces('what only operators set', server, (face) => {
  const update = (id: number, body: object, caller: Credentials = paula) =>
    face.update({ ...caller, id, body: { ...codes, ...body } })

  test('is an invalid name to a party, unless the case has it', async () => {
    const id = await addCase({ limit: 1 })
    const both = { status: 'Legal', resolution: 'Goodwill' }
    expect(await update(id, both)).toEqual(failure(['InvalidName', 'status'], ['InvalidName', 'resolution']))
    expect(await update(id, both, olga)).toMatchObject({ outcome: 'ok', case: both })
    expect(await update(id, both)).toMatchObject({ outcome: 'ok', case: both })
    expect(await face.change('patchCase', { ...paula, id, body: { status: 'Open' } })).toMatchObject({ outcome: 'ok' })
    expect(await face.change('patchCase', { ...paula, id, body: { status: 'Legal' } })).toEqual(
      failure(['InvalidName', 'status']),
    )
  })

  test('is the default of a new case of a party, which cannot send it', async () => {
    const create = (body: Record<string, unknown>) =>
      face.change('createCase', { ...paula, body: { ...codes, ...body } })
    expect(await create({ caseData: { note: null }, status: 'Start' })).toEqual(failure(['InvalidName', 'status']))
    expect(await create({ caseData: { note: null } })).toMatchObject({ outcome: 'ok', case: { status: 'Start' } })
    expect(await create({ caseData: { note: null, limit: 3 } })).toEqual(wrong('limit'))
    expect(await create({ caseData: { note: null, limit: null } })).toMatchObject({ outcome: 'ok' })
    expect(await create({ caseData: {} })).toEqual(wrong('note'))
  })

  test('stays in the case data of a party that does not send it, or sends it as it is', async () => {
    const id = await addCase({ limit: 7, reason: 'None' })
    for (const caseData of [{ note: 'a' }, { note: 'b', limit: 7 }, { note: 'c', limit: 7, reason: 'None' }]) {
      expect(await update(id, { caseData })).toMatchObject({ outcome: 'ok' })
      expect(await dataOf(id)).toEqual({ note: caseData.note, limit: 7, reason: 'None' })
    }
    expect(await update(id, { caseData: { note: 'd', limit: 8, reason: null } })).toEqual(wrong('limit', 'reason'))
    expect(await update(id, { caseData: { limit: 7 } })).toEqual(wrong('note'))
    expect(await update(id, { caseData: { note: 'd', limit: 8 } }, olga)).toEqual(wrong('reason'))
    expect(await update(id, { caseData: { note: 'd', limit: 8, reason: null } }, olga)).toMatchObject({ outcome: 'ok' })
  })

  test('is not asked of a party, neither by a patch nor when the case is closed', async () => {
    const id = await addCase({})
    const patch = (body: Record<string, unknown>, caller = paula) => face.change('patchCase', { ...caller, id, body })
    expect(await patch({ caseData: { note: 'a' } })).toMatchObject({ outcome: 'ok' })
    expect(await patch({ caseData: { limit: 2 } })).toEqual(wrong('limit'))
    expect(await patch({ caseData: null })).toMatchObject({ outcome: 'ok' })
    expect(await patch({ status: 'Resolved' }, olga)).toEqual(wrong('reason'))
    expect(await patch({ status: 'Resolved' })).toMatchObject({ outcome: 'ok' })
    expect(await dataOf(id)).toEqual({})
  })

  test('keeps a party from changing the type, and cannot be set by way of another type', async () => {
    const offer = { categoryCode: 'BILLING', typeCode: 'OFFER' }
    const patch = (id: number, body: Record<string, unknown>, caller = paula) =>
      face.change('patchCase', { ...caller, id, body })
    const held = await addCase({ limit: 5, reason: 'None' })
    const refused = wrong('limit', 'reason')
    expect(await update(held, { ...offer, caseData: { note: null } })).toEqual(refused)
    expect(await update(held, { ...offer, caseData: { note: null, limit: 5 } })).toEqual(refused)
    expect(await update(held, offer)).toEqual(refused)
    expect(await patch(held, { typeCode: 'OFFER' })).toEqual(refused)
    expect(await dataOf(held)).toEqual({ limit: 5, reason: 'None' })
    expect(await patch(held, { typeCode: 'OFFER' }, olga)).toMatchObject({ outcome: 'ok' })
    expect(await dataOf(held)).toEqual({ limit: 5 })
    // In this type, the party may set the limit.
    const draft = { categoryCode: 'BILLING', typeCode: 'DRAFT' }
    const limit = wrong('limit')
    for (const change of [
      (id: number) => update(id, codes),
      (id: number) => update(id, { caseData: { note: 'a' } }),
      (id: number) => patch(id, { typeCode: 'CLAIM' }),
      (id: number) => patch(id, { typeCode: 'CLAIM', caseData: { note: 'a' } }),
    ]) {
      const id = await addCase({ note: 'a' })
      expect(await update(id, { ...draft, caseData: { note: 'a', limit: 4 } })).toMatchObject({ outcome: 'ok' })
      expect(await update(id, { caseData: { note: 'a', limit: 4 } })).toEqual(limit)
      expect(await patch(id, { typeCode: 'CLAIM', caseData: { limit: 4 } })).toEqual(limit)
      expect(await change(id)).toMatchObject({ outcome: 'ok' })
      expect(await dataOf(id)).toEqual({ note: 'a' })
    }
  })
})

describe('to a party, what only operators set', () => {
  const names = (list: { name: string }[]) => list.map(({ name }) => name)

  test('is not in forms', async () => {
    const id = await addCase({ limit: 1 })
    const read = async (caller: Credentials) => {
      const path = `/api/v4/cases/${id}/form`
      return JSON.parse((await sendRaw(server.url, { path, headers: credentialHeaders(caller) })).body).case
    }
    const [party, operator] = [await read(paula), await read(olga)]
    expect(names(party.fields)).toEqual(['note'])
    expect(operator.fields.map(({ name, settableBy }: Record<string, string>) => [name, settableBy])).toEqual([
      ['note', 'ALL'],
      ['limit', 'OPERATORS'],
      ['reason', 'OPERATORS'],
    ])
    const claim = party.availableTypeCategories.find((each: { caseTypeCode: string }) => each.caseTypeCode === 'OFFER')
    expect(names(claim.fields)).toEqual(['note'])
    for (const name of ['Legal', 'Start']) {
      expect(names(party.availableStatuses)).not.toContain(name)
      expect(names(operator.availableStatuses)).toContain(name)
    }
    expect(names(party.availableResolutions)).not.toContain('Goodwill')
    expect(names(operator.availableResolutions)).toContain('Goodwill')
  })

  test.each([paula, carla])('is not in the lookup and the data schema for $token', async (caller) => {
    const document = `{ caseTypeCategories(caseTypeCode: "CLAIM") { fields { name } }
      caseType(code: "CLAIM") { fields { name } dataSchema } }`
    const { caseTypeCategories, caseType } = await graphqlData<{
      caseTypeCategories: { fields: { name: string }[] }[]
      caseType: { fields: { name: string }[]; dataSchema: { properties: object; required: string[] } }
    }>(server.url, document, {}, caller)
    expect([names(caseTypeCategories[0]!.fields), names(caseType.fields)]).toEqual([['note'], ['note']])
    expect([Object.keys(caseType.dataSchema.properties), caseType.dataSchema.required]).toEqual([['note'], ['note']])
  })

  test('is in the data schema of operators', async () => {
    const path = '/api/v4/types/CLAIM/schema'
    const { body } = await sendRaw(server.url, { path, headers: credentialHeaders(olga) })
    expect(JSON.parse(body).required).toEqual(['note', 'limit', 'reason'])
  })
})
