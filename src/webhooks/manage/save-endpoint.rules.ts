import { isDeepStrictEqual } from 'node:util'
import type { AuditedValue } from '../../audit/audit-event.entity.ts'
import type { Problem } from '../../errors/problems.ts'
import type { FeedPosition } from '../../feed/feed-cursor.ts'
import type { Endpoint } from '../endpoints.ts'
import { isEnabled } from '../delivery/schedule.rules.ts'
import type { WebhookErrorCode } from '../webhook.errors.ts'
import type { SaveFacts, SaveWebhookEndpointInput } from './stored-endpoint.ts'

/** How many endpoints there can be. */
const maximumEndpoints = 100

interface Facts extends SaveFacts {
  /** Null for a new endpoint. */
  stored: Endpoint | null
  /** What is wrong with the URL, as the rest of a sentence. Null if nothing is, or if none was sent. */
  urlProblem: string | null
  /** Where the endpoint continues. Null if the events after it are no longer kept. */
  position: FeedPosition | null
}

type EndpointValues = Pick<Endpoint, 'url' | 'description' | 'personId' | 'touchpointCode' | 'filter' | 'state'>

export type SaveProblem = Problem<WebhookErrorCode<'saveWebhookEndpoint'>>

/** The values of the endpoint, or all problems in the order of checks. */
export function decideEndpoint(
  input: SaveWebhookEndpointInput,
  { stored, total, person, hasTouchpoint, urlProblem, position }: Facts,
): { values: EndpointValues; problems: SaveProblem[] } {
  const { url, description, login, email, touchpointCode, filter, after } = input
  const values = {
    url: url ?? stored?.url ?? '',
    description: description ?? stored?.description ?? '',
    personId: person?.id ?? stored?.personId ?? 0,
    touchpointCode: touchpointCode ?? stored?.touchpointCode ?? '',
    filter: filter ?? stored?.filter ?? {},
    state: stateAfter(input, stored),
  }
  const problems: SaveProblem[] = []
  const add = (code: SaveProblem['code'], message: string, ...path: string[]) => problems.push({ code, message, path })
  if (urlProblem !== null) add('invalidUrl', `url ${urlProblem}.`, 'url')
  else if (url == null && !stored) add('invalidUrl', 'url is required for a new endpoint.', 'url')
  const namesPerson = email != null || login != null
  if (!namesPerson && !stored) add('personNotValid', 'email is required for a new endpoint.', 'email')
  else if (namesPerson && !(person?.active && (person.login === 'OPERATOR' || person.login === 'PARTY'))) {
    const message = 'login and email must be the login kind and the email address of an active operator or party.'
    add('personNotValid', message, 'email')
  }
  if (touchpointCode == null && !stored) {
    add('touchpointNotValid', 'touchpointCode is required for a new endpoint.', 'touchpointCode')
  } else if (touchpointCode != null && !hasTouchpoint) {
    add('touchpointNotValid', 'touchpointCode must be the code of a touchpoint.', 'touchpointCode')
  }
  if (!position) {
    const [events, field] = after == null ? ['that the endpoint has missed', 'enabled'] : ['after this cursor', 'after']
    const message = `The events ${events} are no longer kept. Send after with a cursor of the event feed, or "latest".`
    add('cursorExpired', message, field)
  }
  if (!stored && total >= maximumEndpoints) {
    add('tooMany', `There are ${maximumEndpoints} webhook endpoints, which is the maximum. Remove one first.`)
  }
  return { values, problems }
}

export function stateAfter({ url, enabled }: SaveWebhookEndpointInput, stored: Endpoint | null): Endpoint['state'] {
  const current = stored?.state ?? 'ACTIVE'
  if (enabled === false) return 'DISABLED'
  if (enabled && !isEnabled(current)) return 'ACTIVE'
  // What failed was another receiver.
  return current === 'FAILING' && url != null && url !== stored?.url ? 'ACTIVE' : current
}

/** The values that differ, as an audit event shows them. */
export function changesOf(stored: EndpointValues | null, values: EndpointValues): AuditedValue[] {
  const shown = (from: EndpointValues) => ({ ...from, personId: `person:${from.personId}` })
  const [before, after] = [stored && shown(stored), shown(values)]
  const names = { personId: 'person', touchpointCode: 'touchpoint' } as Record<string, string>
  return (Object.keys(values) as (keyof EndpointValues)[]).flatMap((name) => {
    const [from, to] = [before?.[name] ?? null, after[name]]
    return isDeepStrictEqual(from, to) ? [] : [{ path: [names[name] ?? name], from, to }]
  })
}
