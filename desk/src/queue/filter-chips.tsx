import { XIcon } from '@primer/octicons-react'
import { Link, useSearchParams } from 'wouter'
import { useTags } from '../change/tag-input'
import { useViewer } from '../session/viewer'
import { chipsOf } from './filters'

/** The filters in effect, each with a link to the list without it. */
export function FilterChips() {
  const viewer = useViewer()
  const [parameters] = useSearchParams()
  const { tags } = useTags(parameters.has('tag'))
  const chips = chipsOf(parameters, viewer, tags)
  if (chips.length === 0) return null
  return (
    <ul className="row chips" aria-label="Filters">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <Link href={`/?${without}`} title="Remove this filter">
            <bdi>{text}</bdi> <XIcon size={12} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
