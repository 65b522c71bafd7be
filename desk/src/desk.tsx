import { Heading, Link as StyledLink, Spinner, Stack, Text } from '@primer/react'
import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { Link, Route, Switch, useLocation } from 'wouter'
import { CasePage } from './case/case-page'
import { CaseSearch } from './case-search'
import { CreatePage } from './case/create-page'
import { RequestProblem } from './form/problem-list'
import { QueuePage } from './queue/queue-page'
import { Shortcuts } from './shortcuts'
import { SignOut } from './session/sign-out'
import { ViewerContext, ViewerQuery } from './session/viewer'

/** The pages of a signed-in person, each with its URL. */
export function Desk() {
  const [{ data, error }] = useQuery({ query: ViewerQuery })
  if (error) return <RequestProblem error={error} />
  if (!data?.viewer || !data.statuses) return <Spinner />
  const viewer = { ...data.viewer, statuses: data.statuses }
  return (
    <ViewerContext value={viewer}>
      <Stack
        as="header"
        direction="horizontal"
        justify="space-between"
        align="center"
        wrap="wrap"
        paddingBlock="normal"
      >
        <Stack as="nav" direction="horizontal" align="center" aria-label="Pages">
          <Heading as="h1" variant="small">
            Casegate desk
          </Heading>
          <NavigationLink to="/">Cases</NavigationLink>
          <NavigationLink to="/cases/new">New case</NavigationLink>
        </Stack>
        <CaseSearch />
        <Stack direction="horizontal" align="center">
          <Text className="faint">{`${viewer.firstname}, ${viewer.touchpoint.name}`}</Text>
          <SignOut />
        </Stack>
      </Stack>
      <Main />
      <footer>
        <Shortcuts />
      </footer>
    </ViewerContext>
  )
}

function NavigationLink({ to, children }: { to: string; children: string }) {
  const [path] = useLocation()
  return (
    <Link href={to} asChild>
      <StyledLink aria-current={path === to ? 'page' : undefined}>{children}</StyledLink>
    </Link>
  )
}

function Main() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  // The focus follows to another page, as it does when a browser loads one.
  useEffect(() => {
    if (shown.current !== path) main.current?.focus()
    shown.current = path
  }, [path])
  return (
    <main ref={main} tabIndex={-1}>
      <Switch>
        <Route path="/" component={QueuePage} />
        <Route path="/cases/new" component={CreatePage} />
        <Route path="/cases/:id">{({ id }) => <CasePage key={id} id={id} />}</Route>
        <Route>
          <p>There is no such page.</p>
        </Route>
      </Switch>
    </main>
  )
}
