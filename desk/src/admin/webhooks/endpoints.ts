import { graphql } from '../gql'
import type {
  CaseEventFilter,
  EndpointDetailsFragment,
  LoginKind,
  WebhookDeliveryStatus,
  WebhookEndpointState,
} from '../gql/graphql'

export const path = '/webhooks'

export const EndpointDetails = graphql(`
  fragment EndpointDetails on WebhookEndpoint {
    id
    url
    description
    person {
      login
      email
    }
    touchpoint {
      code
    }
    filter
    state
    cursor
    waiting
    oldestWaitingAt
    secrets {
      id
      createdAt
      expiresAt
    }
    version
  }
`)

export const stateNames: Record<WebhookEndpointState, string> = {
  ACTIVE: 'Active',
  FAILING: 'Failing',
  DISABLED: 'Disabled',
  DISABLED_GONE: 'Disabled: the receiver answered 410',
  DISABLED_FAILING: 'Disabled: five days without a success',
  PERSON_NOT_ACTIVE: 'Sends nothing: its person is blocked or inactive',
}

export const deliveryStatusNames: Record<WebhookDeliveryStatus, string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  GAVE_UP: 'Given up',
}

export function isEnabled(state: WebhookEndpointState): boolean {
  return state === 'ACTIVE' || state === 'FAILING' || state === 'PERSON_NOT_ACTIVE'
}

export interface EndpointValues {
  url: string
  description: string
  login: LoginKind
  email: string
  touchpointCode: string
  filter: CaseEventFilter
  enabled: boolean
}

export const emptyEndpoint: EndpointValues = {
  url: '',
  description: '',
  login: 'OPERATOR',
  email: '',
  touchpointCode: '',
  filter: {},
  enabled: true,
}

export function endpointValues(endpoint: EndpointDetailsFragment): EndpointValues {
  const { url, description, person, touchpoint, filter, state } = endpoint
  return {
    url,
    description,
    login: person.login,
    email: person.email ?? '',
    touchpointCode: touchpoint.code,
    filter: filter as CaseEventFilter,
    enabled: isEnabled(state),
  }
}

export const labels: Record<keyof EndpointValues, string> = {
  url: 'URL',
  description: 'Description',
  login: 'Login of the person',
  email: 'Email address of the person',
  touchpointCode: 'Touchpoint',
  filter: 'Filter',
  enabled: 'Enabled',
}
