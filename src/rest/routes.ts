import { assignCaseRoute } from '../cases/assign-case.rest.ts'
import { updateCaseRoute } from '../cases/update-case.rest.ts'
import { lookupRoute } from '../catalogue/lookup.rest.ts'
import type { Route } from './route.ts'

// A path without a parameter comes before one that would match it too.
export const routes: readonly Route[] = [lookupRoute, updateCaseRoute, assignCaseRoute]
