import { mutationRoute } from '../rest/mutation-route.ts'
import { booleanParameter } from '../rest/query-parameters.ts'
import { erasePersonErrors } from './personal-data.errors.ts'

/** The ID of a person, from the ID or its number in the path. */
const idOf = (id: string) => (id.startsWith('person:') ? id : `person:${id}`)

export const erasePersonRoute = mutationRoute({
  operation: 'erasePerson',
  method: 'POST',
  path: '/api/v4/persons/:personId/erasure',
  summary: 'Erase a person',
  status: 200,
  success: 'The number of cases that the person took part in.',
  errors: erasePersonErrors,
  payload: 'context { simpleProfile { firstname email } } cases',
  fieldsOutsideBody: ({ personId, query }) => ({ personId: idOf(personId), dryRun: booleanParameter(query, 'dryRun') }),
})
