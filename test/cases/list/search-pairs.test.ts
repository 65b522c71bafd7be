import { beforeAll, expect, test } from 'vitest'
import { graphqlData } from '../../support/requests/graphql.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'
import forms from '../../search/pairs/forms.json' with { type: 'json' }
import languages from '../../search/pairs/languages.json' with { type: 'json' }

const server = useServer()
const pairs = [...forms, ...languages]
/** The IDs of the cases, each of which has one of the texts in its only comment. */
const ids = new Map<string, string>()

beforeAll(async () => {
  for (const text of new Set(pairs.map(({ text }) => text))) {
    const comments = [{ text, authorEmail: 'olga@example.com' }]
    ids.set(text, `${await server.addCase({ comments })}`)
  }
})

const document = `query ($filter: CaseFilter) {
  cases(first: 100, filter: $filter, orderBy: BEST_FIRST) { nodes { id match { source text matches { start length } } } corrected }
}`
interface Found {
  cases: {
    nodes: { id: string; match: { source: string; text: string; matches: object[] }[] }[]
    corrected: string | null
  }
}

test.each(pairs)('$text: $search: $found', async ({ text, search, found }) => {
  const id = ids.get(text)!
  const { cases } = await graphqlData<Found>(server.url, document, { filter: { search } })
  const node = cases.nodes.find((each) => each.id === id)
  const marked = node?.match.some(({ source, matches }) => source === 'COMMENT' && matches.length > 0)
  expect({ marked, isCorrected: cases.corrected !== null && node !== undefined }).toEqual({
    marked: found || undefined,
    isCorrected: false,
  })
  const listed = bodyOf(await restClient(server).get(`cases?first=100&search=${encodeURIComponent(search)}`))
  expect(listed.cases.map((each: { id: number }) => `${each.id}`).toSorted()).toEqual(
    cases.nodes.map((each) => each.id).toSorted(),
  )
})
