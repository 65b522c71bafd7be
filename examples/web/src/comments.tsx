import { type FragmentType, graphql, unmask } from './gql'
import { Instant } from './instant'

const CaseComments = graphql(`
  fragment CaseComments on Case {
    comments(last: 20) {
      nodes {
        id
        text
        internal
        createdAt
        author {
          firstname
        }
      }
    }
  }
`)

export function Comments({ of }: { of: FragmentType<typeof CaseComments> }) {
  const { nodes } = unmask(CaseComments, of).comments
  return (
    <section className="card" aria-labelledby="comments">
      <h3 id="comments">Comments</h3>
      {nodes.length === 0 && <p>None yet.</p>}
      <ul>
        {nodes.map(({ id, text, internal, createdAt, author }) => (
          <li key={id}>
            <p className="text">{text}</p>
            <p className="hint">
              {author.firstname}, <Instant at={createdAt} />
              {internal && ', for operators only'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
