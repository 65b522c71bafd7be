import { describe, expect, test } from 'vitest'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { refundData, useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

describe('caseData in a GraphQL document', () => {
  const update = (caseData: string) => `mutation ($id: ID!${caseData.includes('$') ? ', $amount: JSON' : ''}) {
    updateCase(input: { caseInstanceId: $id, categoryCode: "BILLING", typeCode: "REFUND", caseData: ${caseData} }) {
      ... on UpdateCasePayload { case { caseData } }
      ... on UpdateCaseError { problems { code path } }
    }
  }`

  test.each([
    ['{ amount: 1.5, invoiceCount: 2, goodwill: true }'],
    ['{ amount: "1.50", invoiceCount: 2.0, goodwill: true }'],
    ['{ amount: $amount, invoiceCount: 2, goodwill: true }'],
  ])('accepts the literal %s', async (literal) => {
    const id = await server.addCase()
    const data = await graphqlData(server.url, update(literal), { id, amount: 1.5 })
    expect(data).toEqual({ updateCase: { case: { caseData: { amount: 1.5, invoiceCount: 2, goodwill: true } } } })
  })

  test('treats null as not sent', async () => {
    const id = await server.addCase()
    expect(await graphqlData(server.url, update('null'), { id, amount: 1 })).toEqual({
      updateCase: { case: { caseData: refundData } },
    })
  })

  test.each(['"x"', '7', '[]', 'ENUM', '1.5', 'true'])('rejects %s', async (literal) => {
    const id = await server.addCase()
    expect(await graphql(server.url, update(literal), { id, amount: 1 })).toEqual({
      data: { updateCase: { problems: [{ code: 'invalidCaseField', path: ['caseData'] }] } },
    })
  })
})
