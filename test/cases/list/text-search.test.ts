import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { graphqlData } from '../../support/requests/graphql.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()

const document = `query ($filter: CaseFilter) { cases(first: 100, filter: $filter) { nodes { id } totalCount } }`

async function found(text: string): Promise<number[]> {
  const { cases } = await graphqlData<{ cases: { nodes: { id: string }[]; totalCount: number } }>(
    server.url,
    document,
    { filter: { text, partyEmail: 'pedro@example.com', createdBefore: '2001-01-01T00:00:00Z' } },
  )
  expect(cases.totalCount).toBe(cases.nodes.length)
  return cases.nodes.map(({ id }) => Number(id)).toSorted()
}

/** Adds one case for each text. The filters of `found` exclude all other cases. */
async function addTexts(...texts: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const text of texts) {
    const comments = [{ text, authorEmail: 'olga@example.com' }]
    ids.push(await server.addCase({ comments, partyEmail: 'pedro@example.com', createdAt: '2000-01-01T00:00:00Z' }))
  }
  return ids
}

describe('a search', () => {
  const texts = [
    'The Invoice of May, INV-2024-001, was charged twice.',
    "I don't agree: paula@example.com has paid for it.",
    'The router-5g by Müller & Söhne is well-known (see https://example.com/help?page=2).',
    'A donation to items, 12.50 at AT&T, and/or ÜBERWEISUNG in 東京都 (omar@example.com,oona@example.com).',
  ]
  let ids: number[]
  beforeAll(async () => {
    ids = await addTexts(...texts)
  })

  test.each<[search: string, matches: number[]]>([
    ['invoi', [0]],
    ['INVOI', [0]],
    ['nvoice', []],
    ['"invoi"', []],
    ['"invoice"', [0]],
    ['charg twi', [0]],
    ['twi charg', [0]],
    ['"charged twice"', [0]],
    ['"CHARGED twice', [0]],
    ['"charged twi"', []],
    ['"twice charged"', []],
    ['“charged twice”', [0]],
    ['„twice charged“', []],
    ['the -«charged twice»', [2]],
    ['the -invoice', [2]],
    ['the -invoi', [0, 2]],
    ['the -"charged twice"', [2]],
    ['the -"charged twi"', [0, 2]],
    ['the --invoice', [2]],
    ['-the', []],
    ['-the -invoice', []],
    ['-the or donat', [3]],
    ['donat or -the', [3]],
    ['invoi or donat', [0, 3]],
    ['invoi OR donat', [0, 3]],
    ['invoi nothing or donat item', [3]],
    ['invoi or', []],
    ['or invoi', []],
    ['invoi or or donat', [0]],
    ['and/or', [3]],
    // Words that contain punctuation, whether they are stored as one word or as several.
    ['paula@exam', [1]],
    ['PAULA@EXAM', [1]],
    ['Paula@Example.com', [1]],
    ["don't", [1]],
    ["don'", [1, 3]],
    ["agree't", []],
    ['omar@example.com,oona@example.com', [3]],
    ['inv-20', [0]],
    ['INV-2024-0', [0]],
    ['router-5', [2]],
    ['well-kno', [2]],
    ['https://exam', [2]],
    ['https://example.com/help?page=2', [2]],
    ['(https://example.com/he', [2]],
    ['12.5', [3]],
    ['at&t', [3]],
    ['and/o', [3]],
    ['Mül', [2]],
    ['MÜL', [2]],
    ['über', [3]],
    ['東京', [3]],
    // Punctuation means nothing by itself.
    ['invoi & ! ( | paid:* ) <-> \\ \' "', []],
    ['invoi & ! ( | twice:* ) <-> \\ \' "', [0]],
    ["'invoi'", [0]],
    ['invoi:*', [0]],
    ['invoi - ??? 🙂', [0]],
    ['', []],
    ['"', []],
    ['-', []],
    ['-""', []],
    [':*', []],
    ['!?', []],
    ['🙂', []],
    ['or', []],
    ['\0', []],
    ['x'.repeat(1000), []],
    ['東'.repeat(1000), []],
    [`x@${'東'.repeat(998)}`, []],
    ['a.'.repeat(500), []],
    ['a '.repeat(500), [1, 3]],
    // Twenty words are searched.
    [`${'a '.repeat(18)} donation nothing`, []],
    [`${'a '.repeat(19)} donation nothing`, [3]],
    [`"charged twice" ${'a '.repeat(17)} donation nothing`, []],
  ])('for %j', async (search, matches) => {
    const expected = matches.map((index) => ids[index])
    expect((await found(search)).filter((id) => ids.includes(id))).toEqual(expected)
  })
})

// The words are such that many begin others.
const words = ['a', 'an', 'and', 'anders', 'b', 'be', 'bee', 'been', 'beer', 'ä', 'äh', 'or', '1', '12', '123']
const drawnWords = (maxLength: number) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength })

type Term = { kind: 'word' | 'phrase' | 'excluded'; words: string[] }
const drawnTerm: fc.Arbitrary<Term> = fc.oneof(
  fc.record({ kind: fc.constant('word' as const), words: drawnWords(1) }),
  fc.record({ kind: fc.constantFrom('phrase' as const, 'excluded' as const), words: drawnWords(2) }),
)
const drawnSearch = fc.array(fc.array(drawnTerm, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })

function written({ kind, words }: Term): string {
  if (kind === 'word') return words[0] === 'or' ? 'or.' : words.join()
  return `${kind === 'excluded' ? '-' : ''}"${words.join(' ')}"`
}

/** Whether a comment with these words matches. */
function matches(comment: string[], { kind, words }: Term): boolean {
  if (kind === 'word') return comment.some((word) => word.startsWith(words[0] ?? ''))
  const contains = comment.some((_, start) => words.every((word, offset) => comment[start + offset] === word))
  return contains === (kind === 'phrase')
}

test('any search finds the comments that contain its words', async () => {
  const comments = fc.sample(drawnWords(6), { numRuns: 25, seed: 18 })
  const ids = await addTexts(...comments.map((words) => words.join(' ')))
  const property = async (search: Term[][], isUpper: boolean) => {
    const text = search.map((terms) => terms.map(written).join(' ')).join(' or ')
    const expected = ids.filter((_, index) =>
      search.some(
        (terms) =>
          terms.every((term) => matches(comments[index]!, term)) && terms.some(({ kind }) => kind !== 'excluded'),
      ),
    )
    const actual = (await found(isUpper ? text.toUpperCase() : text)).filter((id) => ids.includes(id))
    expect(actual, text).toEqual(expected)
  }
  await fc.assert(fc.asyncProperty(drawnSearch, fc.boolean(), property), { seed: 18, numRuns: 100 })
})

test('any text is a valid search', async () => {
  const text = fc.string({ unit: fc.constantFrom(...`ab1é東🙂\u0301-"'\\:*&|!()<>@./_ \t`), maxLength: 30 })
  const property = async (search: string) => {
    expect(await found(search)).toBeDefined()
  }
  await fc.assert(fc.asyncProperty(text, property), { seed: 18, numRuns: 100 })
})
