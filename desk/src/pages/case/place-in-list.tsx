import { Button } from '../../ui/elements/button'
import { Link, useLocation } from 'wouter'
import { useCaseLists } from '../queue/list/case-lists'
import { commonViews, pathOf, useSavedViews, viewName } from '../queue/views/views'
import { Key, useShortcut } from '../layout/shortcuts'

/** The way back to the list, and to its next and previous case. */
export function PlaceInList({ id }: { id: string }) {
  const { saved } = useSavedViews()
  const [, navigate] = useLocation()
  const last = useCaseLists().last()
  const rows = last?.list.state.rows ?? []
  const place = rows.findIndex((row) => row.id === id)
  const [previous, next] = place === -1 ? [] : [rows[place - 1], rows[place + 1]]
  const name = viewName(last?.search ?? '', [...commonViews, ...saved])

  function open(other: { id: string } | undefined) {
    if (!other || !last) return
    last.list.leaveAt({ opened: other.id })
    navigate(`/cases/${other.id}`)
  }
  useShortcut('j', () => open(next))
  useShortcut('k', () => open(previous))
  return (
    <nav className="row place faint" aria-label="List">
      <Link href={pathOf({ search: last?.search ?? '' })}>
        ← <bdi>{name}</bdi>
      </Link>
      {place !== -1 && <span>{`${place + 1} of ${last?.list.state.totalCount.toLocaleString()}`}</span>}
      {previous && (
        <Button size="small" variant="invisible" trailingVisual={<Key name="k" />} onClick={() => open(previous)}>
          Previous
        </Button>
      )}
      {next && (
        <Button size="small" variant="invisible" trailingVisual={<Key name="j" />} onClick={() => open(next)}>
          Next
        </Button>
      )}
    </nav>
  )
}
