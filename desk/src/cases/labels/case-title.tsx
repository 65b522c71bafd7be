import { type FragmentType, graphql, unmask } from '../../gql'
import type { TitledCaseFragment } from '../../gql/graphql'

const TitledCase = graphql(`
  fragment TitledCase on Case {
    id
    subject
    caseType {
      name
    }
    opening: comments(first: 1) {
      nodes {
        id
        text
      }
    }
  }
`)

/** A case as lists, pages and tabs name it. */
export type NamedCase = FragmentType<typeof TitledCase>

const maximumLength = 120

/** The subject, else the first line of the first message, else the type. */
export function subjectOf(of: NamedCase): string {
  const { subject, caseType, opening } = unmask(TitledCase, of)
  const [line = ''] = opening.nodes[0]?.text.split('\n') ?? []
  const text = subject ?? line.trim()
  const letters = [...text]
  if (letters.length > maximumLength) return `${letters.slice(0, maximumLength).join('')}…`
  return text === '' ? caseType.name : text
}

/** The number and the subject. */
export function titleOf(of: NamedCase): string {
  return `${unmask(TitledCase, of).id} ${subjectOf(of)}`
}

/** Whether the title is the text of this comment. */
export function isTitle(of: NamedCase, commentId: string): boolean {
  const { subject, opening }: TitledCaseFragment = unmask(TitledCase, of)
  return subject === null && opening.nodes[0]?.id === commentId
}

/** The number and the subject, each in its own direction of writing. */
export function CaseTitle({ of }: { of: NamedCase }) {
  return (
    <>
      <span className="number">{unmask(TitledCase, of).id}</span> <bdi>{subjectOf(of)}</bdi>
    </>
  )
}
