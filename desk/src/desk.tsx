import { lazy, Suspense, useMemo } from 'react'
import { useQuery } from 'urql'
import { Link, Route, Switch, useLocation } from 'wouter'
import { CasePage } from './case/case-page'
import { CaseSearch } from './queue/case-search'
import { CreatePage } from './case/create-page'
import { RequestProblem } from './form/problem-list'
import { FollowCases } from './live/case-news'
import { Main, NavigationLink, NoSuchPage, Shell } from './layout/layout'
import { CaseListsProvider, useCaseLists } from './queue/case-lists'
import { QueuePage } from './queue/queue-page'
import { TakeNext } from './queue/take-next'
import { PaletteKey } from './queue/palette-key'
import { useCountOwnUnread } from './queue/own-unread'
import { ViewLinks } from './queue/view-links'
import { useNotifications } from './settings/notifications'
import { Shortcuts, useShortcut } from './layout/shortcuts'
import { Skeleton } from './display/skeleton'
import { SignOut } from './session/sign-out'
import { ViewerContext, ViewerQuery } from './session/viewer'

// Operators do not load them.
const CustomerView = lazy(async () => ({ default: (await import('./customer/customer-view')).CustomerView }))
const Administration = lazy(async () => ({ default: (await import('./admin/administration')).Administration }))

const SettingsPage = lazy(async () => ({ default: (await import('./settings/settings-page')).SettingsPage }))

/** The pages of a signed-in person, each with its URL. */
export function Desk({ session }: { session: string }) {
  const [{ data, error }] = useQuery({ query: ViewerQuery })
  const viewer = useMemo(
    () => (data?.viewer && data.statuses ? { ...data.viewer, statuses: data.statuses } : null),
    [data],
  )
  if (error && !viewer) return <RequestProblem error={error} />
  if (viewer?.login === 'CONSUMER') return <NothingForConsumers />
  if (!viewer || !data?.caseEvents) return <Skeleton rows={8} />
  return (
    <ViewerContext value={viewer}>
      {viewer.login === 'ADMIN' ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <Administration />
        </Suspense>
      ) : (
        <FollowCases session={session} cursor={data.caseEvents.endCursor}>
          {viewer.login === 'OPERATOR' ? (
            <CaseListsProvider>
              <Cases />
            </CaseListsProvider>
          ) : (
            <Suspense fallback={<Skeleton rows={8} />}>
              <CustomerView />
            </Suspense>
          )}
        </FollowCases>
      )}
    </ViewerContext>
  )
}

function NothingForConsumers() {
  return (
    <main>
      <p>You are signed in as a consumer, who can look up type categories over the API. There is nothing to do here.</p>
      <SignOut />
    </main>
  )
}

function Cases() {
  const [, navigate] = useLocation()
  const lists = useCaseLists()
  useCountOwnUnread()
  useNotifications()
  useShortcut('g i', () => {
    const search = lists.last()?.search ?? ''
    navigate(search === '' ? '/' : `/?${search}`)
  })
  return (
    <Shell
      title="Casegate"
      pages={
        <>
          <ViewLinks />
          <div className="rail-end">
            <NavigationLink to="/your-settings">Your settings</NavigationLink>
            <Shortcuts />
            <PaletteKey />
          </div>
        </>
      }
    >
      <section className="row bar" aria-label="Search and actions">
        <CaseSearch />
        <Link href="/cases/new" className="new-case-link">
          New case
        </Link>
        <TakeNext />
      </section>
      <Main>
        <Switch>
          <Route path="/">
            <QueuePage />
          </Route>
          <Route path="/cases/new" component={CreatePage} />
          <Route path="/cases/:id">{({ id }) => <CasePage key={id} id={id} />}</Route>
          {/* Customers and admins have the second path. */}
          {['/your-settings', '/your-sign-in'].map((path) => (
            <Route key={path} path={path}>
              <Suspense fallback={<Skeleton rows={6} />}>
                <SettingsPage />
              </Suspense>
            </Route>
          ))}
          <Route>
            <NoSuchPage start="Go to the queue" />
          </Route>
        </Switch>
      </Main>
    </Shell>
  )
}
