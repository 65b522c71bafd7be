import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { temporaryFolder } from '../support/folders.ts'
import { useServer } from '../support/server/server.ts'

/** The path of the program; null if there is none for the platform. */
const relayCompiler = createRequire(import.meta.url)('relay-compiler') as string | null

/** A case with a page of its comments, which asks for the next page by itself. */
const component = `
graphql\`
  fragment CaseView_query on Query
  @argumentDefinitions(id: { type: "ID!" }, first: { type: "Int", defaultValue: 2 }, after: { type: "String" })
  @refetchable(queryName: "CaseViewNextPageQuery") {
    case(id: $id) {
      status
      comments(first: $first, after: $after) @connection(key: "CaseView_comments") {
        edges { node { text author { firstname } } }
      }
    }
  }
\`
graphql\`
  query CaseViewQuery($id: ID!) { ...CaseView_query @arguments(id: $id) }
\`
graphql\`
  fragment CaseView_summary on Case @refetchable(queryName: "CaseViewSummaryRefetchQuery") {
    status
    assignee { firstname }
  }
\`
graphql\`
  query CaseViewSummaryQuery($id: ID!) { case(id: $id) { ...CaseView_summary } }
\`
graphql\`
  mutation CaseViewAssignMutation($input: AssignCaseInput!) {
    assignCase(input: $input) {
      ... on AssignCasePayload { case { id assignee { email } } }
      ... on AssignCaseError { problems { code message } }
    }
  }
\`
graphql\`
  mutation CaseViewAddCommentsMutation($input: AddCommentsInput!, $connections: [ID!]!) {
    addComments(input: $input) {
      ... on AddCommentsPayload {
        comments @appendNode(connections: $connections, edgeTypeName: "CaseCommentEdge") { id text }
      }
      ... on MutationError { problems { errorCode message path } }
    }
  }
\`
graphql\`
  mutation CaseViewRemoveCommentMutation($input: RemoveCommentInput!) {
    removeComment(input: $input) {
      ... on RemoveCommentPayload { commentId @deleteRecord }
      ... on MutationError { problems { errorCode message path } }
    }
  }
\`
graphql\`
  query CaseViewViewerQuery { viewer { id firstname } }
\`
`

/** A front end's folder, in which relay-compiler has run. */
function compile() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/CaseView.js'), component)
  cpSync(join(import.meta.dirname, '../../schema.graphql'), join(folder, 'schema.graphql'))
  const persistConfig = { file: 'persisted.json', algorithm: 'SHA256' }
  const config = { src: 'src', schema: 'schema.graphql', language: 'javascript', persistConfig }
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'persisted.json'), '{}')
  const { status, stdout, stderr } = spawnSync(relayCompiler ?? '', ['relay.config.json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { folder, status, output: `${stdout}${stderr}`, persisted: join(folder, 'persisted.json') }
}

describe.runIf(relayCompiler !== null)('relay-compiler', () => {
  const compiled = compile()
  const server = useServer({ env: { TRUSTED_DOCUMENTS: compiled.persisted, TRUSTED_DOCUMENTS_ONLY: 'on' } })

  /** Executes a document by the hash that relay-compiler wrote. */
  async function execute<Data>(name: string, variables: object): Promise<Data> {
    const texts = Object.entries(JSON.parse(readFileSync(compiled.persisted, 'utf8')) as Record<string, string>)
    const [documentId] = texts.find(([, text]) => new RegExp(`(query|mutation) ${name}\\b`).test(text)) ?? []
    const headers = { ...credentialHeaders(olga), 'content-type': 'application/json' }
    const body = JSON.stringify({ documentId, variables })
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    return ((await answer.json()) as { data: Data }).data
  }

  test('accepts the schema, a connection and its pagination fragment', () => {
    expect(compiled.status, compiled.output).toBe(0)
    const artifacts = readdirSync(join(compiled.folder, 'src/__generated__'))
    expect(artifacts).toContain('CaseViewNextPageQuery.graphql.js')
    expect(artifacts).toContain('CaseViewSummaryRefetchQuery.graphql.js')
    expect(artifacts).toHaveLength(10)
  })

  test('refetches a fragment on a case by its ID', async () => {
    const id = await server.addCase()
    const { node } = await execute<{ node: object }>('CaseViewSummaryRefetchQuery', { id: `${id}` })
    expect(node).toEqual({ __typename: 'Case', id: `${id}`, status: 'Open', assignee: null })
  })

  test('appends the nodes that addComments returns, and deletes the record that removeComment names', async () => {
    const id = await server.addCase()
    const { addComments } = await execute<{ addComments: { comments: { id: string; text: string }[] } }>(
      'CaseViewAddCommentsMutation',
      { input: { caseInstanceId: `${id}`, comments: [{ text: 'One.' }] } },
    )
    const [comment] = addComments.comments
    expect(comment).toMatchObject({ id: `comment:${id}:2:1`, text: 'One.' })
    const remove = () => execute('CaseViewRemoveCommentMutation', { input: { commentId: comment!.id } })
    expect(await remove()).toEqual({
      removeComment: { __typename: 'RemoveCommentPayload', commentId: comment!.id },
    })
    expect(await remove()).toMatchObject({
      removeComment: { __isMutationError: 'RemoveCommentError', problems: [{ errorCode: 'invalidId' }] },
    })
  })

  test('writes documents that are trusted, and page through comments', async () => {
    const comments = ['One.', 'Two.', 'Three.'].map((text) => ({ text, authorEmail: 'olga@example.com' }))
    const id = await server.addCase({ comments })
    const page = async (name: string, variables: object) => {
      const { case: found } = await execute<{ case: { comments: CommentPage } }>(name, { id: `${id}`, ...variables })
      return found.comments
    }
    const first = await page('CaseViewQuery', {})
    expect(first.edges.map(({ node }) => node.text)).toEqual(['One.', 'Two.'])
    const second = await page('CaseViewNextPageQuery', { first: 2, after: first.pageInfo.endCursor })
    expect(second.edges.map(({ node }) => node.text)).toEqual(['Three.'])
    expect(second.pageInfo.hasNextPage).toBe(false)
  })
})

interface CommentPage {
  edges: { node: { text: string } }[]
  pageInfo: { endCursor: string; hasNextPage: boolean }
}
