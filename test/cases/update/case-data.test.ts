import { expect, test } from 'vitest'
import type { CaseData } from '../../../src/cases/case.entity.ts'
import { sql } from '../../support/database/database.ts'
import { describeFaces, failure } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const typeCodes = ['T', 'NEXT', 'NONE', 'TEXTS']
const server = useServer({
  data: {
    categories: [{ code: 'C', name: 'Category' }],
    types: [
      {
        code: 'T',
        name: 'Type',
        fields: [
          { name: 'whole', kind: 'INTEGER' },
          { name: 'bounded', kind: 'INTEGER', minimum: -3, maximum: 5 },
          { name: 'money', kind: 'DECIMAL', minimum: 0.01, maximum: 1000, scale: 2 },
          { name: 'round', kind: 'DECIMAL', scale: 0 },
          { name: 'free', kind: 'DECIMAL' },
          { name: 'flag', kind: 'BOOLEAN' },
        ],
      },
      {
        code: 'NEXT',
        name: 'With fields in common',
        fields: [
          { name: 'flag', kind: 'BOOLEAN' },
          { name: 'bounded', kind: 'INTEGER', minimum: 0 },
        ],
      },
      { code: 'NONE', name: 'Without fields' },
      {
        code: 'TEXTS',
        name: 'With texts',
        fields: [
          { name: 'note', kind: 'TEXT', maximumLength: 5, required: 'NEVER' },
          { name: 'day', kind: 'DATE', required: 'WHEN_CLOSED' },
          { name: 'hue', kind: 'CHOICE', choices: [{ value: 'red' }, { value: 'grey', active: false }] },
        ],
      },
    ],
    typeCategories: typeCodes.map((typeCode) => ({ typeCode, categoryCode: 'C' })),
    operators: [{ email: 'olga@example.com', firstname: 'Olga', typeCodes }],
  },
})

const complete = { whole: 1, bounded: 1, money: 1, round: 1, free: 1, flag: true }
const codes = (typeCode: string) => ({ categoryCode: 'C', typeCode })
const addCase = (caseData: CaseData = complete, typeCode = 'T') => server.addCase({ ...codes(typeCode), caseData })

const wrong = (...names: string[]) =>
  failure(...names.map((name): [string, ...string[]] => ['invalidCaseField', 'caseData', name]))

/** The case data as a caller reads it. */
async function read(id: number): Promise<unknown> {
  const document = 'query ($id: ID!) { case(id: $id) { caseData } }'
  return (await graphqlData<{ case: { caseData: unknown } }>(server.url, document, { id })).case.caseData
}

/** What the wire may change. All other values are tried in case-data.rules.test.ts. */
const accepted: [field: keyof typeof complete, sent: unknown, answered: boolean | number][] = [
  ['whole', 2 ** 53 - 1, 2 ** 53 - 1],
  ['bounded', -3, -3],
  ['money', '19.90000', 19.9],
  ['round', 1e14, 1e14],
  ['free', 1.5e-7, 1.5e-7],
  ['free', '1234567890.12345', 1234567890.12345],
  ['free', 1e21, 1e21],
  ['free', '-0', 0],
  ['flag', false, false],
]

const refused: [field: keyof typeof complete, sent: unknown][] = [
  ['whole', 1.5],
  ['whole', 2 ** 53],
  ['whole', 1e300],
  ['bounded', 6],
  ['money', 1000.01],
  ['money', '1.234'],
  ['money', { value: 1 }],
  ['money', null],
  ['free', 0.1 + 0.2],
  ['free', `1${'0'.repeat(15)}1`],
  ['flag', 'true'],
  ['flag', null],
]

describeFaces('caseData', server, (face) => {
  test.each(accepted)('accepts for %s the value %j and returns %j', async (field, sent, answered) => {
    const id = await addCase()
    const body = { ...codes('T'), caseData: { ...complete, [field]: sent } }
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ ...complete, [field]: answered })
  })

  test.each(refused)('rejects for %s the value %j', async (field, sent) => {
    const id = await addCase()
    const body = { ...codes('T'), caseData: { ...complete, [field]: sent } }
    expect(await face.update({ id, body })).toEqual(wrong(field))
    expect(await server.version(id)).toBe(1)
  })

  test('gets all problems: defined fields in their order, then unknown fields as sent', async () => {
    const id = await addCase()
    const caseData = { zulu: 1, flag: 1, free: 1, alpha: null, whole: '1', Flag: true }
    const problems = wrong('whole', 'bounded', 'money', 'round', 'flag', 'zulu', 'alpha', 'Flag')
    expect(await face.update({ id, body: { ...codes('T'), caseData } })).toEqual(problems)
  })

  test('may contain the values that the case has, although the type no longer accepts them', async () => {
    const former = { whole: 1, bounded: 900, money: 2.345, round: 2.25, free: 1, flag: true }
    const id = await addCase()
    const store = (data: object) => sql(server.database, 'update cases set case_data = $2 where id = $1', [id, data])
    await store(former)
    const sent = { ...former, money: '2.3450', free: 2 }
    const dryRun = { ...codes('T'), caseData: sent, dryRun: true }
    expect(await face.update({ id, body: dryRun })).toMatchObject({ outcome: 'ok' })
    expect(await face.update({ id, body: { ...codes('T'), caseData: sent } })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ ...former, free: 2 })
    expect(await face.change('patchCase', { id, body: { caseData: { free: 3 } } })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ ...former, free: 3 })
    const others = { ...former, bounded: 901, money: 2.346, round: 2.5 }
    const body = { ...codes('T'), caseData: others }
    expect(await face.update({ id, body })).toEqual(wrong('bounded', 'money', 'round'))
    expect(await face.change('patchCase', { id, body: { caseData: { round: 2.5 } } })).toEqual(wrong('round'))
    await store({ flag: true, bounded: -1 })
    expect(await face.update({ id, body: { ...codes('NEXT'), caseData: { flag: true, bounded: -1 } } })).toEqual(
      wrong('bounded'),
    )
  })

  test('may contain a text that the case has, although it is too long now', async () => {
    const texts = { note: 'six sixes', day: null, hue: 'gone' }
    const id = await addCase({ hue: 'red' }, 'TEXTS')
    await sql(server.database, 'update cases set case_data = $2 where id = $1', [id, { note: texts.note, hue: 'gone' }])
    const update = (caseData: object) => face.update({ id, body: { ...codes('TEXTS'), caseData } })
    expect(await update({ ...texts, day: '2026-01-01' })).toMatchObject({ outcome: 'ok' })
    expect(await face.change('patchCase', { id, body: { caseData: { day: null } } })).toMatchObject({ outcome: 'ok' })
    expect(await update({ ...texts, note: 'six sixe' })).toEqual(wrong('note'))
  })

  test('gets at most 100 problems, those of defined fields first', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]))
    const id = await addCase()
    const body = { ...codes('T'), status: 'Nothing', caseData: { ...unknown, ...complete, flag: 1 } }
    const { problems } = wrong('flag', ...Array.from({ length: 98 }, (_, index) => `x${index}`))
    const code = 'InvalidName'
    expect(await face.update({ id, body })).toMatchObject({ code, problems: [{ code, path: ['status'] }, ...problems] })
  })

  test('is not checked if none is sent and the type stays, even if it no longer fits', async () => {
    const id = await addCase()
    await sql(server.database, `update cases set case_data = '{"flag": 1}' where id = $1`, [id])
    expect(await face.update({ id, body: { ...codes('T'), status: 'New' } })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ flag: 1 })
  })

  test('keeps the fields that the new type also defines, and moves the rest to the history', async () => {
    const id = await addCase()
    expect(await face.update({ id, body: codes('NEXT') })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ flag: true, bounded: 1 })
    const document = 'query ($id: ID!) { case(id: $id) { history { edges { node { changes { path from to } } } } } }'
    const data = await graphqlData<{ case: { history: { edges: { node: { changes: unknown } }[] } } }>(
      server.url,
      document,
      { id },
    )
    expect(data.case.history.edges[1]?.node.changes).toContainEqual({ path: ['caseData', 'money'], from: 1, to: null })
  })

  test.each([[[]], [[complete]], ['{}'], [''], [0], [false], [true]])('rejects %j as a whole', async (caseData) => {
    const id = await addCase()
    expect(await face.update({ id, body: { ...codes('T'), caseData } })).toEqual(
      failure(['invalidCaseField', 'caseData']),
    )
  })

  test('with the same values in another order and notation changes nothing', async () => {
    const id = await server.addCase()
    const body = { categoryCode: 'BILLING', typeCode: 'REFUND' }
    const caseData = { goodwill: false, invoiceCount: 1, amount: '42.50' }
    expect(await face.update({ id, body: { ...body, caseData } })).toMatchObject({ outcome: 'ok' })
    expect(await server.version(id)).toBe(1)
    expect(await read(id)).toEqual(refundData)
  })
})

let lastId = 1_000_000

describeFaces('texts, dates and choices', server, (face) => {
  const texts = { note: ' a\n😀', day: '2026-11-22', hue: 'red' }
  const empty = { note: null, day: null, hue: 'red' }
  const create = async (caseData?: object | null, more = {}) => {
    const outcome = await face.change('createCase', { body: { ...codes('TEXTS'), ...more, caseData } })
    return outcome.outcome === 'ok' ? outcome.case.id : outcome
  }
  const update = (id: number, body: object) => face.update({ id, body: { ...codes('TEXTS'), ...body } })
  const patch = (id: number, body: Record<string, unknown>) => face.change('patchCase', { id, body })
  // The IDs of created cases follow those of added ones.
  const added = (caseData: CaseData = texts) => server.addCase({ ...codes('TEXTS'), caseData, id: (lastId += 1_000) })

  test('are stored as sent by a creation, and null where there is no value', async () => {
    expect(await read((await create(texts)) as number)).toEqual(texts)
    expect(await read((await create(empty)) as number)).toEqual(empty)
    expect(await create({ note: '', day: '2026-02-29', hue: 'grey' })).toEqual(wrong('note', 'day', 'hue'))
    expect(await create({ hue: 'red' })).toEqual(wrong('note', 'day'))
    expect(await create()).toEqual(wrong('hue'))
    expect(await create(empty, { status: 'Closed' })).toEqual(wrong('day'))
    expect(await create(empty, { status: 'None' })).toEqual(failure(['InvalidName', 'status']))
  })

  test('are replaced by an update, and the same data changes nothing', async () => {
    const id = await added({ hue: 'grey' })
    const before = await read(id)
    expect(before).toEqual({ note: null, day: null, hue: 'grey' })
    expect(await update(id, { caseData: before })).toMatchObject({ outcome: 'ok' })
    expect(await server.version(id)).toBe(1)
    expect(await update(id, { caseData: { ...texts, hue: 'grey' } })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ ...texts, hue: 'grey' })
    expect(await update(id, { caseData: texts })).toMatchObject({ outcome: 'ok' })
    expect(await update(id, { caseData: { ...texts, hue: 'grey' } })).toEqual(wrong('hue'))
    expect(await update(id, { caseData: empty })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual(empty)
  })

  test('are changed one by one by a patch, and null clears them where it can', async () => {
    const id = await added()
    expect(await patch(id, { caseData: { day: null } })).toMatchObject({ outcome: 'ok' })
    expect(await read(id)).toEqual({ ...texts, day: null })
    expect(await patch(id, { caseData: { note: 'longer' } })).toEqual(wrong('note'))
    expect(await patch(id, { caseData: { hue: null } })).toEqual(wrong('hue'))
    expect(await patch(id, { caseData: null })).toEqual(wrong('hue'))
  })

  test('are required where the status counts as closed, whether or not data is sent', async () => {
    const id = await added({ hue: 'red' })
    expect(await update(id, { status: 'Closed' })).toEqual(wrong('day'))
    expect(await patch(id, { status: 'Closed' })).toEqual(wrong('day'))
    expect(await patch(id, { status: 'Closed', caseData: { day: '2026-11-22' } })).toMatchObject({ outcome: 'ok' })
    expect(await patch(id, { caseData: { day: null } })).toEqual(wrong('day'))
    expect(await patch(id, { status: 'Open', caseData: { day: null } })).toMatchObject({ outcome: 'ok' })
    const plain = await server.addCase({ ...codes('NONE'), status: 'Closed', id: (lastId += 1_000) })
    expect(await update(plain, {})).toEqual(wrong('day', 'hue'))
  })

  test('are in the history, and in the case as it was', async () => {
    const id = await added({ hue: 'red' })
    await patch(id, { caseData: { note: 'a', day: '2026-11-22' } })
    await patch(id, { caseData: { note: null } })
    const ago = `at - (3 - version) * interval '1 hour'`
    await sql(server.database, `update case_events set at = ${ago} where case_id = ${id}`)
    const past = 'query ($id: ID!, $time: DateTime) { case(id: $id, asOf: $time) { caseData } }'
    const time = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const asOf = (hours: number) => graphqlData(server.url, past, { id, time: time(hours) })
    expect(await asOf(0.5)).toEqual({ case: { caseData: { note: 'a', day: '2026-11-22', hue: 'red' } } })
    expect(await asOf(1.5)).toEqual({ case: { caseData: { note: null, day: null, hue: 'red' } } })
    const document = `query ($id: ID!) { case(id: $id) {
      fields { name kind value maximumLength required choices { value label active } }
      history(last: 1) { nodes { changes { path from to } } }
    } }`
    const data = await graphqlData<{ case: unknown }>(server.url, document, { id })
    const others = { maximumLength: null, required: 'ALWAYS', choices: [] }
    const hues = [
      { value: 'red', label: 'red', active: true },
      { value: 'grey', label: 'grey', active: false },
    ]
    expect(data.case).toEqual({
      fields: [
        { ...others, name: 'note', kind: 'TEXT', value: null, maximumLength: 5, required: 'NEVER' },
        { ...others, name: 'day', kind: 'DATE', value: '2026-11-22', required: 'WHEN_CLOSED' },
        { ...others, name: 'hue', kind: 'CHOICE', value: 'red', choices: hues },
      ],
      history: { nodes: [{ changes: [{ path: ['caseData', 'note'], from: 'a', to: null }] }] },
    })
  })
})
