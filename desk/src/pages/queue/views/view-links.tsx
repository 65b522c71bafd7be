import { Menu, MenuItem } from '../../../ui/elements/menu'
import { VisuallyHidden } from '../../../ui/elements/text'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toast } from '../../../ui/display/toasts'
import { NavigationLink } from '../../layout/layout'
import { useCaseLists } from '../list/case-lists'
import { NameDialog } from './save-view'
import { useViewCounts, type ViewCount } from './view-counts'
import { commonViews, linkTo, pathOf, type View, useSavedViews, viewName } from './views'

/** The links to the views of an operator, with the numbers of their cases, and to those that the operator has saved. */
export function ViewLinks() {
  const counts = useViewCounts()
  const { saved } = useSavedViews()
  return (
    <>
      {commonViews.map((view) => (
        <ViewLink key={view.name} view={view} count={counts.get(view.search)} />
      ))}
      {saved.length > 0 && <h2>Saved</h2>}
      {saved.map((view) => (
        <div key={view.name} className="saved-view">
          <ViewLink view={view} count={counts.get(view.search)} />
          <ViewActions view={view} />
        </div>
      ))}
    </>
  )
}

function ViewLink({ view, count }: { view: View; count: ViewCount | undefined }) {
  const [path] = useLocation()
  const search = useSearch()
  const lists = useCaseLists()
  return (
    <NavigationLink
      to={pathOf(view)}
      isCurrent={path === '/' && viewName(search, [view]) === view.name}
      onClick={() => lists.refresh(view.search)}
    >
      <bdi>{view.name}</bdi>
      {count && <Counts of={count} />}
    </NavigationLink>
  )
}

function Counts({ of: { all, unread = 0 } }: { of: ViewCount }) {
  return (
    <span className="faint">
      {all.toLocaleString()}
      {unread > 0 && (
        <>
          {' · '}
          <strong title={`${unread.toLocaleString()} unread`}>{unread.toLocaleString()}</strong>
          <VisuallyHidden> unread</VisuallyHidden>
        </>
      )}
    </span>
  )
}

/** What can be done to a view that was saved. */
function ViewActions({ view }: { view: View }) {
  const { rename, remove } = useSavedViews()
  const [isNaming, setNaming] = useState(false)

  function say(text: string, undo: () => void) {
    toast(text, async () => {
      undo()
      return `${view.name} is back.`
    })
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(linkTo(view))
      toast(`The link to ${view.name} is copied. Whoever opens it can save the view.`)
    } catch {
      toast('The browser did not allow to copy the link. Copy the address of the page instead.')
    }
  }
  return (
    <>
      <Menu label={`Actions for ${view.name}`}>
        <MenuItem onSelect={() => setNaming(true)}>Rename</MenuItem>
        <MenuItem onSelect={() => void copy()}>Copy link</MenuItem>
        <MenuItem variant="danger" onSelect={() => say(`Removed ${view.name}.`, remove(view))}>
          Remove
        </MenuItem>
      </Menu>
      {isNaming && (
        <NameDialog
          title="Rename the view"
          name={view.name}
          onSubmit={(name) => {
            setNaming(false)
            say(`Renamed to ${name}.`, rename(view, name))
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
