import { mutationRoute } from '../rest/mutation-route.ts'
import { booleanParameter } from '../rest/query-parameters.ts'
import { idParameter } from '../rest/route.ts'
import { erasePersonErrors } from './personal-data.errors.ts'

export const erasePersonRoute = mutationRoute({
  operation: 'erasePerson',
  method: 'POST',
  path: '/api/v4/persons/:personId/erasure',
  summary: 'Erase a person',
  status: 200,
  success: 'The number of cases that the person took part in.',
  errors: erasePersonErrors,
  payload: 'context { simpleProfile { firstname email } } cases',
  fieldsOutsideBody: (request) => ({
    personId: idParameter(request, 'personId', 'person'),
    dryRun: booleanParameter(request.query, 'dryRun'),
  }),
})
