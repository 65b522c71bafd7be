import { auditedValue } from '../audit/audited-value.rest.ts'
import { type Member, mutationRoute } from '../rest/mutation-route.ts'
import { requestFields } from '../rest/request-fields.ts'
import { configureErrors } from './configure.errors.ts'

/** As it was sent: the route compares all values with their types. */
const asSent: Member = { read: (value) => value }

export const configureRoute = mutationRoute({
  operation: 'configure',
  method: 'PATCH',
  path: '/api/v4/configuration',
  summary: 'Change the configuration',
  status: 200,
  success: 'What changed, one for each item of the body.',
  errors: configureErrors,
  types: auditedValue,
  wrongTypeCode: 'invalidValue',
  body: {
    categories: asSent,
    types: asSent,
    typeCategories: asSent,
    statuses: asSent,
    resolutions: asSent,
    touchpoints: asSent,
    groups: asSent,
    persons: asSent,
  },
  payload: `
    context { simpleProfile { firstname email } }
    changes { path kind version changes { path from to } impact { kind count message } }`,
  fieldsOutsideBody: requestFields,
})
