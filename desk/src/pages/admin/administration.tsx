import './administration.css'
import { Route, Switch } from 'wouter'
import { Main, NavigationLink, NoSuchPage, Shell } from '../layout/layout'
import { OwnPasskeys } from '../sign-in/own-passkeys'
import { AuditLogPage } from './audit-log/audit-log-page'
import { groupKind, groups, GroupsPage } from './people/groups-page'
import { NodeForm, NodePage } from './item/node-page'
import { people, PeoplePage, personKind } from './people/people-page'
import { PersonPage } from './people/person-page'
import { sectionRoutes } from './sections/section-routes'
import { sections } from './sections/sections'
import { OwnSessionsPage } from './people/own-sessions-page'
import { SetupPage, SetupProgress } from './setup/setup-page'
import { useSetup } from './setup/setup-steps'
import { endpoints } from './webhooks/endpoint-kind'
import { EndpointPage, NewEndpointPage } from './webhooks/endpoint-page'
import { EndpointsPage } from './webhooks/endpoints-page'

/** In the order of the links to them. */
const pages = [
  people,
  groups,
  ...sections,
  endpoints,
  { path: '/audit-log', title: 'Audit log' },
  { path: '/sessions', title: 'Your sessions' },
  { path: '/your-sign-in', title: 'Your sign-in' },
]

/** The pages of an admin, each with its URL. */
export function Administration() {
  const setup = useSetup()
  return (
    <Shell
      title="Administration"
      pages={
        <>
          {setup?.next && (
            <NavigationLink to="/">
              Set up <span>{setup.doneText}</span>
            </NavigationLink>
          )}
          {pages.map(({ path, title }) => (
            <NavigationLink key={path} to={path}>
              {title}
            </NavigationLink>
          ))}
        </>
      }
    >
      <div className="administration">
        <Main>
          {setup && <SetupProgress setup={setup} />}
          <Switch>
            <Route path="/">
              <SetupPage />
            </Route>
            <Route path="/people" component={PeoplePage} />
            <Route path="/people/new">
              <NodeForm kind={personKind} />
            </Route>
            <Route path="/people/edit" component={PersonPage} />
            <Route path="/groups" component={GroupsPage} />
            <Route path="/groups/new">
              <NodeForm kind={groupKind} />
            </Route>
            <Route path="/groups/edit">
              <NodePage type="OperatorGroup" noun="group">
                {(group, reload) => <NodeForm kind={groupKind} node={group} reload={reload} />}
              </NodePage>
            </Route>
            {sections.flatMap(sectionRoutes)}
            <Route path="/webhooks" component={EndpointsPage} />
            <Route path="/webhooks/new" component={NewEndpointPage} />
            <Route path="/webhooks/edit" component={EndpointPage} />
            <Route path="/audit-log" component={AuditLogPage} />
            <Route path="/sessions" component={OwnSessionsPage} />
            <Route path="/your-sign-in" component={OwnPasskeys} />
            <Route>
              <NoSuchPage start="Go to the start page" />
            </Route>
          </Switch>
        </Main>
      </div>
    </Shell>
  )
}
