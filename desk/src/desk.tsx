import { lazy, Suspense, useState } from 'react'
import { useQuery } from 'urql'
import { Route, Switch } from 'wouter'
import { CasePage } from './case/case-page'
import { CaseSearch } from './case-search'
import { CreatePage } from './case/create-page'
import { RequestProblem } from './form/problem-list'
import { FollowCases } from './live/case-news'
import { Main, NavigationLink, Shell } from './layout'
import { QueuePage } from './queue/queue-page'
import { Shortcuts } from './shortcuts'
import { Skeleton } from './skeleton'
import { ViewerContext, ViewerQuery } from './session/viewer'

// Those who work on cases do not load it.
const Administration = lazy(async () => ({ default: (await import('./admin/administration')).Administration }))

/** The pages of a signed-in person, each with its URL. */
export function Desk({ session }: { session: string }) {
  const [{ data, error }] = useQuery({ query: ViewerQuery })
  if (error) return <RequestProblem error={error} />
  if (!data?.viewer || !data.statuses || !data.caseEvents) return <Skeleton rows={8} />
  const viewer = { ...data.viewer, statuses: data.statuses }
  return (
    <ViewerContext value={viewer}>
      {viewer.login === 'ADMIN' ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <Administration />
        </Suspense>
      ) : (
        <FollowCases session={session} cursor={data.caseEvents.endCursor}>
          <Cases />
        </FollowCases>
      )}
    </ViewerContext>
  )
}

function Cases() {
  // Each click reloads the queue, even a click on the link to the current page.
  const [visit, setVisit] = useState(0)
  return (
    <Shell
      title="Casegate"
      pages={
        <>
          <NavigationLink to="/" onClick={() => setVisit(visit + 1)}>
            Cases
          </NavigationLink>
          <NavigationLink to="/cases/new">New case</NavigationLink>
        </>
      }
    >
      <div className="bar">
        <CaseSearch />
      </div>
      <Main>
        <Switch>
          <Route path="/">
            <QueuePage key={visit} />
          </Route>
          <Route path="/cases/new" component={CreatePage} />
          <Route path="/cases/:id">{({ id }) => <CasePage key={id} id={id} />}</Route>
          <Route>
            <p>There is no such page.</p>
          </Route>
        </Switch>
      </Main>
      <footer>
        <Shortcuts />
      </footer>
    </Shell>
  )
}
