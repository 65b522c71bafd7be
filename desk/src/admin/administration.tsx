import './administration.css'
import { Route, Switch } from 'wouter'
import { Main, NavigationLink, NoSuchPage, Shell } from '../layout/layout'
import { AuditLogPage } from './audit-log/audit-log-page'
import { categories } from './categories/categories'
import { GroupPage, NewGroupPage } from './groups/group-page'
import { GroupsPage } from './groups/groups-page'
import { PeoplePage } from './people/people-page'
import { PersonForm } from './people/person-form'
import { PersonPage } from './people/person-page'
import { resolutions } from './resolutions/resolutions'
import { sectionRoutes } from './section/section-routes'
import { OwnPasskeys } from '../sign-in/own-passkeys'
import { OwnSessionsPage } from './sessions/own-sessions-page'
import { SetupPage } from './setup/setup-page'
import { SetupProgress } from './setup/setup-progress'
import { useSetupSteps } from './setup/setup-steps'
import { statuses } from './statuses/statuses'
import { touchpoints } from './touchpoints/touchpoints'
import { typeCategories } from './type-categories/type-categories'
import { types } from './types/types'
import { NewEndpointPage } from './webhooks/endpoint-form'
import { EndpointPage } from './webhooks/endpoint-page'
import { EndpointsPage } from './webhooks/endpoints-page'

const pages = [
  { path: '/people', title: 'People' },
  { path: '/groups', title: 'Groups' },
  types,
  categories,
  typeCategories,
  statuses,
  resolutions,
  touchpoints,
  { path: '/webhooks', title: 'Webhooks' },
  { path: '/audit-log', title: 'Audit log' },
  { path: '/sessions', title: 'Your sessions' },
  { path: '/your-sign-in', title: 'Your sign-in' },
]

/** The pages of an admin, each with its URL. */
export function Administration() {
  const steps = useSetupSteps() ?? []
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Shell
      title="Administration"
      pages={
        <>
          {done < steps.length && (
            <NavigationLink to="/">
              Set up <span>{`${done} of ${steps.length}`}</span>
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
          <SetupProgress steps={steps} />
          <Switch>
            <Route path="/">
              <SetupPage />
            </Route>
            <Route path="/people" component={PeoplePage} />
            <Route path="/people/new">
              <PersonForm item={null} reload={() => {}} />
            </Route>
            <Route path="/people/edit" component={PersonPage} />
            <Route path="/groups" component={GroupsPage} />
            <Route path="/groups/new" component={NewGroupPage} />
            <Route path="/groups/edit" component={GroupPage} />
            {sectionRoutes(types)}
            {sectionRoutes(categories)}
            {sectionRoutes(typeCategories)}
            {sectionRoutes(statuses)}
            {sectionRoutes(resolutions)}
            {sectionRoutes(touchpoints)}
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
