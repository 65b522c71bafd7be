import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TermPass } from '../../../src/cases/text-search/term-pass.ts'
import { sql } from '../../support/database/database.ts'
import { olga, paula } from '../../support/requests/credentials.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()

const data = { amount: 1, invoiceCount: 1, goodwill: false }

interface Part {
  source: string
  text: string
  matches: { start: number; length: number }[]
}
interface Cases {
  nodes: { id: string; match: Part[] | null }[]
  corrected: string | null
  totalCount: number
}

const document = `query ($filter: CaseFilter, $orderBy: CaseOrder, $first: Int, $after: String) {
  cases(first: $first, filter: $filter, orderBy: $orderBy, after: $after) {
    nodes { id match { source text matches { start length } } } corrected totalCount
  }
}`

async function search(text: string, caller = olga, more: object = {}): Promise<Cases> {
  const variables = { filter: { search: text }, first: 50, ...more }
  return (await graphqlData<{ cases: Cases }>(server.url, document, variables, caller)).cases
}
interface Pages {
  cases: { nodes: { id: string }[]; pageInfo: { endCursor: string }; totalCount: number }
}

const idsOf = ({ nodes }: Cases) => nodes.map(({ id }) => Number(id))
const found = async (text: string, caller = olga) => idsOf(await search(text, caller)).toSorted((a, b) => a - b)

/** A comment in an import. */
const said = (text: string, internal = false) => ({ text, internal, authorEmail: 'olga@example.com' })

describe('a search', () => {
  test('finds words that are spread over the subject, the comments, the case data and the customer', async () => {
    const id = await server.addCase({
      subject: 'VAT quarkwise',
      partyEmail: 'paula@example.com',
      comments: [said('Something about GB'), said('And a zymurgy note', true)],
    })
    for (const text of ['quarkwise GB', 'gb VAT quarkw', 'zymurgy quarkwise paula', 'quarkwise paula@example.com']) {
      expect(await found(text), text).toEqual([id])
    }
    expect(await found('quarkwise nothing')).toEqual([])
    expect(await found(`#${id}`)).toEqual([id])
    expect(await found(`${id} quarkwise`)).toEqual([id])
  })

  test('of a party finds neither internal notes nor customers, and shows neither', async () => {
    const id = await server.addCase({
      partyEmail: 'paula@example.com',
      comments: [said('Visible xylophones'), said('Hidden xylophones and marimbas', true)],
    })
    expect(await found('marimbas', paula)).toEqual([])
    expect(await found('xylophones paula', paula)).toEqual([])
    const { nodes } = await search('xylophones', paula)
    expect(nodes).toMatchObject([{ id: `${id}`, match: [{ source: 'COMMENT', text: 'Visible xylophones' }] }])
    expect((await search('xylophones')).nodes[0]?.match).toHaveLength(2)
  })

  test('lists the best first: the number, the subject, the customer, then messages', async () => {
    const inMessage = await server.addCase({ comments: [said('bandoneon')] })
    const inSubject = await server.addCase({ subject: 'A bandoneon' })
    const both = await server.addCase({ subject: 'Bandoneon again', comments: [said(`see ${inSubject}`)] })
    const latest = await server.addCase({ comments: [said(`bandoneon of ${inSubject}`)] })
    expect(idsOf(await search('bandoneon', olga, { orderBy: 'BEST_FIRST' }))).toEqual([
      both,
      inSubject,
      latest,
      inMessage,
    ])
    expect(idsOf(await search(`#${inSubject}`, olga, { orderBy: 'BEST_FIRST' }))).toEqual([inSubject, latest, both])
    const pages: number[] = []
    for (let after: string | null = null; pages.length < 4;) {
      const page = `query ($after: String) { cases(first: 2, after: $after, filter: { search: "bandoneon" }, orderBy: BEST_FIRST) {
        nodes { id } pageInfo { endCursor } totalCount } }`
      const { cases }: Pages = await graphqlData<Pages>(server.url, page, { after })
      expect(cases.totalCount).toBe(4)
      pages.push(...cases.nodes.map(({ id }) => Number(id)))
      after = cases.pageInfo.endCursor
    }
    expect(pages).toEqual([both, inSubject, latest, inMessage])
  })

  test('with phrases and excluded words has the meaning that it has in text', async () => {
    const one = await server.addCase({ comments: [said('theremin concert tonight')] })
    const other = await server.addCase({ comments: [said('concert theremin tomorrow')] })
    expect(await found('"theremin concert"')).toEqual([one])
    expect(await found('theremin -tonight')).toEqual([other])
    expect(await found('tonight or tomorrow')).toEqual([one, other])
    expect(idsOf(await search('"theremin concert"', olga, { orderBy: 'BEST_FIRST' }))).toEqual([one])
  })

  test('is understood with another letter if nothing is found, and says so', async () => {
    const id = await server.addCase({ comments: [said('The Amplifiér broke, says the kalimba player')] })
    expect(await search('amplifer kalimba')).toMatchObject({
      nodes: [{ id: `${id}` }],
      corrected: 'amplifiér kalimba',
      totalCount: 1,
    })
    expect(await search('amplifier kalimba')).toMatchObject({ nodes: [{ id: `${id}` }], corrected: null })
    expect(await search('amplifer zzzzz')).toMatchObject({ nodes: [], corrected: null, totalCount: 0 })
    expect(await search('kalimba', paula, { filter: { search: 'klimba' } })).toMatchObject({ corrected: 'kalimba' })
    const body = bodyOf(await restClient(server).get('cases?search=kalimbaa&orderBy=BEST_FIRST'))
    expect(body).toMatchObject({ corrected: 'kalimba', cases: [{ id, match: [{ source: 'COMMENT' }] }] })
  })

  test('shows no match outside of a search, and takes the order of the best only with one', async () => {
    const plain = await graphqlData<{ cases: Cases }>(server.url, document, { first: 1 })
    expect(plain.cases).toMatchObject({ nodes: [{ match: null }], corrected: null })
    const { errors } = await graphql(server.url, document, { orderBy: 'BEST_FIRST' })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', problems: [{ path: ['orderBy'] }] } })
    const byTime = bodyOf(await restClient(server).get('cases?first=1')).pageInfo.endCursor
    const mixed = await restClient(server).get(`cases?search=x&orderBy=BEST_FIRST&after=${byTime}`)
    expect(mixed.status).toBe(400)
  })

  test('finds what was stored before there were terms, and their computation is resumed', async () => {
    const id = await server.addCase({ subject: 'Ocarina', comments: [said('Sackbut'), said('Serpent')] })
    await sql(server.database, `update case_comments set terms = null where case_id = ${id}`)
    await sql(server.database, `delete from case_terms where case_id = ${id}`)
    await sql(server.database, `delete from person_terms`)
    expect(await found('sackbut')).toEqual([])
    const pass = new TermPass(server.database, console as never)
    await pass.run()
    expect(pass.isComplete).toBe(true)
    expect([await found('ocarina sackbut serpent'), (await found('ocarina paula')).length]).toEqual([[id], 1])
  })

  test('of any text is valid', async () => {
    const text = fc.string({ unit: fc.constantFrom(...`ab1é東🙂\u0301-"'\\:*&|!()<>@./_ \t\0`), maxLength: 30 })
    const property = async (each: string) => {
      for (const orderBy of ['UPDATED_DESC', 'BEST_FIRST']) {
        const both = await search(each, olga, { orderBy })
        expect(both.totalCount).toBeGreaterThanOrEqual(both.nodes.length)
      }
    }
    await fc.assert(fc.asyncProperty(text, property), { seed: 48, numRuns: 60 })
    expect(await found('')).toEqual([])
  })

  // Last, because its case takes the next ID of the sequence.
  test('finds what was written, edited and changed over the API, and not what it was before', async () => {
    const rest = restClient(server)
    const created = bodyOf({
      ...(await rest.send('POST', 'cases', {
        body: {
          typeCode: 'REFUND',
          categoryCode: 'BILLING',
          subject: 'Gewürztraminer',
          comments: ['Crémant'],
          caseData: data,
        },
      })),
      status: 200,
    })
    const id: number = created.case.id
    expect([await found('gewurztraminer'), await found('cremant'), await found('gewurz cremant')]).toEqual([
      [id],
      [id],
      [id],
    ])
    const change = `mutation ($id: ID!) {
      patchCase(input: { caseInstanceId: $id, subject: "Spätburgunder", comments: [{ text: "Trollinger" }] }) { __typename }
      editComment(input: { commentId: "comment:${id}:1:1", text: "Federweißer" }) { __typename }
    }`
    await graphqlData(server.url, change, { id: `${id}` })
    expect([await found('gewurztraminer'), await found('cremant')]).toEqual([[], []])
    expect([await found('spatburgunder trollinger'), await found('FEDERWEISSER')]).toEqual([[id], [id]])
    await graphqlData(
      server.url,
      `mutation { removeComment(input: { commentId: "comment:${id}:1:1" }) { __typename } }`,
    )
    expect(await found('federweisser')).toEqual([])

    const stored = () => sql(server.database, `select terms::text, xmin::text from case_terms where case_id = ${id}`)
    const before = await stored()
    await rest.send('PATCH', `cases/${id}`, { body: { caseData: { amount: 2 }, comments: ['Dornfelder'] } })
    expect([await stored(), await found('spatburgunder dornfelder')]).toEqual([before, [id]])
  })
})
