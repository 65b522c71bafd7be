import { assignCaseRoute } from '../cases/assign-case.rest.ts'
import { createCaseRoute } from '../cases/create-case.rest.ts'
import { updateCaseRoute } from '../cases/update-case.rest.ts'
import { lookupRoute } from '../catalogue/lookup.rest.ts'
import type { Route } from './route.ts'

export const routes: readonly Route[] = [lookupRoute, updateCaseRoute, assignCaseRoute, createCaseRoute]

/** The documents that the service itself executes. */
export const restDocuments = routes.map(({ document }) => document)
