import { fieldSelection } from '../catalogue/catalogue.rest.ts'
import { readRoute } from '../rest/read-route.ts'
import { sendBody } from '../rest/tagged-response.ts'
import { auditedValue } from '../audit/audit.rest.ts'
import { requireAdminLogin } from '../viewer/login.errors.ts'
import { invalidInput } from '../errors/request-error.ts'
import { stateTags } from '../rest/entity-tags.ts'
import { type Member, mutationRoute, sendJson } from '../rest/mutation-route.ts'
import { requestFields } from '../rest/request-fields.ts'
import type { RestRequest } from '../rest/route.ts'
import { configureErrors, maximumProblems } from './configure.errors.ts'
import { forEachSection } from './items/sections.ts'

export const configurationRoute = readRoute({
  operation: 'readConfiguration',
  path: '/api/v4/configuration',
  summary: 'Read the configuration',
  types: {
    CaseType: { name: 'ConfiguredType' },
    CaseCategory: { name: 'ConfiguredCategory' },
    'ConfiguredTypeCategory.caseType': { name: 'CaseTypeCode' },
    'ConfiguredTypeCategory.category': { name: 'CaseCategoryCode' },
    CaseStatus: { name: 'ConfiguredStatus' },
    CaseResolution: { name: 'ConfiguredResolution' },
    Tag: { name: 'ConfiguredTag' },
  },
  document: `
query ReadConfiguration {
  configuration {
    revision
    categories { code name active system version }
    types { code name active fields { ${fieldSelection} } version }
    typeCategories { caseType { code } category { code } active appVisible defaultAnswer group { id name } slaPolicyCode version }
    statuses { name active closed default settableBy transitions afterPartyComment pausesSla version }
    resolutions { name active default settableBy version }
    calendars { code name timeZone hours { day from to } holidays active version }
    slaPolicies { code name calendarCode goals { priority firstReply nextReply resolution } active version }
    tags { code label active version }
    replies { code label text typeCategories { typeCode categoryCode } active version }
    touchpoints {
      code name allTypeCategories
      grants { typeCode categoryCode modifyCases }
      logins registers
      secrets { id createdAt lastUsedAt }
      version
    }
  }
}`,
  send(reply, { data }) {
    const { configuration } = data as { configuration: { revision: string } }
    return sendBody(reply, { configuration }, configuration.revision)
  },
})

const revisionTags = stateTags('[0-9a-f-]{36}', 'revision of the configuration')

const inPersons = (login: string) => `it is persons, where each item has "login": "${login}"`

/** Sections of import files that have other names or do not exist here. Ignoring them, as other unknown members, would lose what they contain. */
const ofImportFiles: Record<string, string> = {
  cases: 'there are none: send each case to POST /api/v4/cases, or run "casegate import"',
  operatorGroups: 'it is groups',
  operators: inPersons('OPERATOR'),
  parties: inPersons('PARTY'),
  consumers: inPersons('CONSUMER'),
  admins: inPersons('ADMIN'),
  sessions: 'there are none: POST /api/v4/sessions creates a session',
  transitions: 'it is transitions of the items of statuses',
}

function refuseImportNames({ body }: RestRequest): void {
  const problems = Object.entries(ofImportFiles)
    .filter(([name]) => body[name] != null)
    .map(([name, here]) => ({ message: `${name} is the name in import files. Here, ${here}.`, path: [name] }))
  if (problems.length > 0) throw invalidInput(problems)
}

/** As it was sent: the route compares all values with their types. */
const asSent: Member = { read: (value) => value }

export const configureRoute = mutationRoute<{ tagRevision: string | null }>({
  operation: 'configure',
  method: 'PATCH',
  path: '/api/v4/configuration',
  requireLogin: requireAdminLogin,
  summary: 'Change the configuration',
  status: 200,
  success: 'What changed, one for each item of the body.',
  errors: configureErrors,
  types: auditedValue,
  wrongTypeCode: 'invalidValue',
  maximumProblems,
  body: forEachSection(() => asSent),
  payload: `
    context { simpleProfile { firstname email } }
    changes { path kind version changes { path from to } impact { kind count message } }
    tagRevision: revision`,
  fieldsOutsideBody(request) {
    refuseImportNames(request)
    return { expectedRevisions: revisionTags.expected(request), ...requestFields(request) }
  },
  unmatchable: revisionTags.unmatchable,
  send(reply, { tagRevision, ...payload }) {
    if (tagRevision !== null) reply.header('etag', `"${tagRevision}"`)
    return sendJson(reply, 200, payload)
  },
  headers: ['ETag'],
})
