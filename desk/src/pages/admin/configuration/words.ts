import type {
  CaseFieldKind,
  CaseFieldRequirement,
  WebhookDeliveryStatus,
  WebhookEndpointState,
  Weekday,
} from '../gql/graphql'
import { eventKindNames, loginNames } from '../../../ui/words/names'

export const settableByNames = { ALL: 'Everybody', OPERATORS: 'Only operators' } as const

export type SettableBy = keyof typeof settableByNames

export const fieldKindNames: Record<CaseFieldKind, string> = {
  TEXT: 'Text',
  INTEGER: 'Whole number',
  DECIMAL: 'Decimal number',
  BOOLEAN: 'Yes or no',
  DATE: 'Date',
  CHOICE: 'Choice',
}

export const requirementNames: Record<CaseFieldRequirement, string> = {
  ALWAYS: 'Always',
  WHEN_CLOSED: 'When the case is closed',
  NEVER: 'Never',
}

export const weekdayNames: Record<Weekday, string> = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
}
export const weekdays = Object.keys(weekdayNames) as Weekday[]

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

/** The names of the values of enums, by the members that have them. */
export const valueNames: Record<string, Record<string, string>> = {
  kind: { ...fieldKindNames, ...eventKindNames },
  required: requirementNames,
  settableBy: settableByNames,
  day: weekdayNames,
  login: loginNames,
  logins: loginNames,
  registers: loginNames,
  state: stateNames,
  delivery: deliveryStatusNames,
}

/** The labels of what occurs in audit events and in no form. */
export const moreLabels: Record<string, string> = {
  person: 'Person',
  touchpoint: 'Touchpoint',
  expiresAt: 'Valid until',
  sessions: 'Valid sessions',
  secrets: 'Secrets',
  cases: 'Cases',
  others: 'Other records',
  delivery: 'Delivery',
  cursor: 'Place in the event feed',
  state: 'State',
  typeCode: 'Types',
  categoryCode: 'Categories',
  mine: 'Only cases of the person',
  exceptOwn: "Without the person's own changes",
  modifyCases: 'Can change cases',
}
