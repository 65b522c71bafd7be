import { isDeepStrictEqual } from 'node:util'
import type { AuditedValue } from '../../audit/audit-event.entity.ts'
import type { Problem } from '../../errors/problems.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { Endpoint } from '../endpoints.ts'
import { isEnabled } from '../delivery/schedule.rules.ts'
import type { WebhookErrorCode } from '../webhook.errors.ts'

/** How many endpoints there can be. */
export const maximumEndpoints = 100

/** What an endpoint is to be like. Null is the same as absent. */
export interface EndpointInput {
  url?: string | null | undefined
  description?: string | null | undefined
  login?: LoginKind | null | undefined
  email?: string | null | undefined
  touchpointCode?: string | null | undefined
  filter?: Endpoint['filter'] | null | undefined
  enabled?: boolean | null | undefined
}

/** What the input is judged by. */
export interface SaveFacts {
  /** Null for a new endpoint. */
  stored: Endpoint | null
  /** The number of endpoints. */
  total: number
  /** What is wrong with the URL, as the rest of a sentence. Null if nothing is, or if none was sent. */
  urlProblem: string | null
  /** The person that login and email address name. Null if there is none, or if no address was sent. */
  person: { id: number; login: LoginKind; active: boolean } | null
  /** Whether the touchpoint exists. */
  hasTouchpoint: boolean
}

type EndpointValues = Pick<Endpoint, 'url' | 'description' | 'personId' | 'touchpointCode' | 'filter' | 'state'>

type SaveProblem = Problem<WebhookErrorCode<'saveWebhookEndpoint'>>

/** The values of the endpoint, or all problems except with the position, in the order of checks. */
export function decideEndpoint(
  input: EndpointInput,
  facts: SaveFacts,
): { values: EndpointValues; problems: SaveProblem[] } {
  const { stored, person } = facts
  const { url, description, email, touchpointCode, filter } = input
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
  if (facts.urlProblem !== null) add('invalidUrl', `url ${facts.urlProblem}.`, 'url')
  else if (url == null && !stored) add('invalidUrl', 'url is required for a new endpoint.', 'url')
  const namesPerson = email != null || input.login != null
  if (!namesPerson && !stored) add('personNotValid', 'email is required for a new endpoint.', 'email')
  else if (namesPerson && !(person?.active && (person.login === 'OPERATOR' || person.login === 'PARTY'))) {
    const message = 'login and email must be the login kind and the email address of an active operator or party.'
    add('personNotValid', message, 'email')
  }
  if (touchpointCode == null && !stored) {
    add('touchpointNotValid', 'touchpointCode is required for a new endpoint.', 'touchpointCode')
  } else if (touchpointCode != null && !facts.hasTouchpoint) {
    add('touchpointNotValid', 'touchpointCode must be the code of a touchpoint.', 'touchpointCode')
  }
  return { values, problems }
}

function stateAfter({ url, enabled }: EndpointInput, stored: Endpoint | null): Endpoint['state'] {
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

/** The problem if the endpoint would be one too many. */
export const tooMany: SaveProblem = {
  code: 'tooMany',
  message: `There are ${maximumEndpoints} webhook endpoints, which is the maximum. Remove one first.`,
  path: [],
}
