import { type FragmentType, graphql, unmask } from '../../gql'

export const TaggedCase = graphql(`
  fragment TaggedCase on Case {
    tags {
      code
      label
    }
  }
`)

/** The tags of a case. */
export function TagLabels({ of }: { of: FragmentType<typeof TaggedCase> }) {
  return unmask(TaggedCase, of).tags.map(({ code, label }) => (
    <span key={code} className="pill tag" title={code}>
      <bdi>{label}</bdi>
    </span>
  ))
}
