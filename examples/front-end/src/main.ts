import { createClient } from 'casegate/client'
import { credentials, execute } from './execute.ts'
import { graphql } from './gql/gql.ts'

const casesQuery = graphql(`
  query Cases {
    cases(first: 20) {
      nodes {
        id
        typeCode
        status
        comments(last: 1) {
          nodes {
            text
          }
        }
      }
    }
  }
`)

const addComments = graphql(`
  mutation AddComments($input: AddCommentsInput!) {
    addComments(input: $input) {
      ... on AddCommentsError {
        problems {
          message
        }
      }
    }
  }
`)

const list = document.querySelector('ul')!
const form = document.querySelector('form')!
const select = document.querySelector('select')!
const message = document.querySelector('#message')!
/** Identifies the comment when it is sent again, so that it is added once. */
let idempotencyKey = crypto.randomUUID()

async function showCases(): Promise<void> {
  const { cases } = await execute(casesQuery, {})
  const entries = cases?.nodes ?? []
  const chosen = select.value
  list.replaceChildren(
    ...entries.map(({ id, typeCode, status, comments }) => {
      const entry = document.createElement('li')
      entry.textContent = [id, typeCode, status, comments.nodes[0]?.text].join(' · ')
      return entry
    }),
  )
  select.replaceChildren(...entries.map(({ id }) => new Option(id, id, false, id === chosen)))
}

async function addComment(): Promise<void> {
  const data = new FormData(form)
  const comments = [{ text: String(data.get('text')) }]
  const input = { caseInstanceId: String(data.get('id')), comments, idempotencyKey }
  const { addComments: result } = await execute(addComments, { input })
  if (result && 'problems' in result) throw new Error(result.problems[0]?.message)
  idempotencyKey = crypto.randomUUID()
  form.reset()
  message.textContent = 'Comment added.'
  await showCases()
}

/** Shows what others change, as it happens. */
async function follow(): Promise<void> {
  const client = createClient({ url: '', credentials })
  for await (const _ of client.events({ after: 'latest', filter: { exceptOwn: true } })) await showCases()
}

const showError = (error: Error) => (message.textContent = error.message)

form.addEventListener('input', () => (idempotencyKey = crypto.randomUUID()))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  addComment().catch(showError)
})
showCases().catch(showError)
follow().catch(showError)
