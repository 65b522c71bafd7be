import type { Catalogue, FieldDefinition } from '../../catalogue/catalogue.ts'
import { goalKinds } from '../../sla/sla.entity.ts'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import { shownDeadlines, shownDueAt } from '../deadlines/shown-deadlines.ts'
import { valueOf } from '../values/case-data.rules.ts'
import { canSeeValue, caseValueNames, caseValues, lists } from '../values/case-values.ts'
import type { TableRow } from './table-rows.ts'

/** Who reads the table, and when. */
export interface Reading {
  viewer: Viewer
  catalogue: Catalogue
  /** In milliseconds since 1970. */
  now: number
}

/** Adjacent columns, with the names that their values have in the list as JSON. What the viewer may not see is null. */
interface Columns {
  names: readonly string[]
  valuesOf(row: TableRow, reading: Reading): readonly unknown[]
}

const singleNames = caseValueNames.filter((name) => !caseValues[name].list)
const singleValues: Columns = {
  names: singleNames,
  valuesOf: (row, { viewer }) => singleNames.map((name) => (canSeeValue(viewer, [name]) ? row[name] : null)),
}

const separator = '; '
const listValues = lists.map(({ name, of }): Columns => ({
  names: [`${name}.code`, `${name}.label`],
  valuesOf(row, { viewer, catalogue }) {
    if (!canSeeValue(viewer, [name])) return [null, null]
    const items = row[name].flatMap((code) => catalogue[of].get(code) ?? [])
    return [items.map(({ code }) => code).join(separator), items.map(({ label }) => label).join(separator)]
  },
}))

const configured: Columns = {
  names: ['caseType.name', 'category.name', 'caseStatus.closed'],
  valuesOf: ({ typeCode, categoryCode, status }, { catalogue }) => [
    catalogue.types.get(typeCode)?.name,
    catalogue.categories.get(categoryCode)?.name,
    catalogue.statuses.get(status)?.closed,
  ],
}

const people: Columns = {
  names: ['party.firstname', 'party.email', 'assignee.firstname', 'assignee.email', 'group.name'],
  valuesOf: ({ partyFirstname, partyEmail, assigneeFirstname, assigneeEmail, groupName }) => [
    partyFirstname,
    partyEmail,
    assigneeFirstname,
    assigneeEmail,
    groupName,
  ],
}

const times: Columns = {
  names: ['createdAt', 'updatedAt', 'customerWaitingSince', 'dueAt'],
  valuesOf: (row, { viewer }) => [
    row.createdAt,
    row.updatedAt,
    canSeeInternal(viewer) ? row.customerWaitingSince : null,
    shownDueAt(viewer, row),
  ],
}

const deadlines: Columns = {
  names: goalKinds.flatMap((goal) => ['state', 'dueAt', 'endedAt'].map((member) => `deadlines.${goal}.${member}`)),
  valuesOf(row, { viewer, now }) {
    const shown = shownDeadlines(viewer, row, now)
    return goalKinds.flatMap((kind) => {
      const { state, dueAt, endedAt } = shown.find(({ goal }) => goal === kind) ?? {}
      return [state, dueAt, endedAt]
    })
  },
}

/** The columns of a table, with one for each of the fields. */
export function tableColumns(fields: readonly FieldDefinition[]): Columns {
  const parts: Columns[] = [
    { names: ['id', 'version'], valuesOf: ({ id, version }) => [id, version] },
    singleValues,
    ...listValues,
    configured,
    people,
    times,
    deadlines,
    {
      names: fields.map(({ name }) => `caseData.${name}`),
      valuesOf: ({ caseData }) => fields.map(({ name }) => caseData && valueOf(caseData, name)),
    },
  ]
  return {
    names: parts.flatMap(({ names }) => names),
    valuesOf: (row, reading) => parts.flatMap(({ valuesOf }) => valuesOf(row, reading)),
  }
}
