import { authenticate } from '../auth/authenticate.ts'
import { isAdmin } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Loader } from '../database/batched.ts'
import { personDetails } from '../people/people.ts'
import { type Delivery, findDelivery } from './delivery/deliveries.ts'
import { type Endpoint, findEndpoint } from './endpoints.ts'
import { isEnabled } from './delivery/schedule.rules.ts'
import type { shownStates } from './webhook-kinds.ts'

/** An endpoint by its number. Null for all callers but admins, as if there were none. */
export async function readEndpoint(context: RequestContext, [id, ...others]: number[]): Promise<Endpoint | null> {
  const { viewer, services } = await authenticate(context)
  return others.length > 0 || !isAdmin(viewer) ? null : findEndpoint(services.database, id)
}

/** A delivery by the numbers of its endpoint and its own. Null for all callers but admins, as if there were none. */
export async function readDelivery(
  context: RequestContext,
  [endpointId, id, ...others]: number[],
): Promise<Delivery | null> {
  const { viewer, services } = await authenticate(context)
  return others.length > 0 || !isAdmin(viewer) ? null : findDelivery(services.database, endpointId, id)
}

/** The state of an endpoint, which depends on its person. */
export async function stateOf(db: Loader, { state, personId }: Endpoint): Promise<keyof typeof shownStates> {
  const person = await db.load(personDetails, { id: personId })
  return isEnabled(state) && (!person?.active || person.blocked) ? 'PERSON_NOT_ACTIVE' : state
}
