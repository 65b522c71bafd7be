import type { Catalogue, FieldDefinition } from '../../catalogue/catalogue.ts'
import { type GoalKind, goalKinds } from '../../sla/sla.entity.ts'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import { shownDeadlines, shownDueAt } from '../deadlines/shown-deadlines.ts'
import { valueOf } from '../values/case-data.rules.ts'
import { canSeeValue, type CaseValueName, caseValueNames, caseValues } from '../values/case-values.ts'
import type { TableRow } from './table-rows.ts'

/** Who reads the table, and when. */
export interface Reading {
  viewer: Viewer
  catalogue: Catalogue
  /** In milliseconds since 1970. */
  now: number
}

/** A column, with the name that its value has in the list as JSON. What the viewer may not see is null. */
export interface TableColumn {
  name: string
  valueOf(row: TableRow, reading: Reading): unknown
}

const separator = '; '

function valueColumns(name: CaseValueName): TableColumn[] {
  const { list } = caseValues[name]
  if (!list) return [{ name, valueOf: (row, { viewer }) => (canSeeValue(viewer, [name]) ? row[name] : null) }]
  const itemsOf = (row: TableRow, { viewer, catalogue }: Reading) =>
    canSeeValue(viewer, [name])
      ? (row[name] as string[]).flatMap((code) => catalogue[list.of].get(code) ?? [])
      : []
  return (['code', 'label'] as const).map((member) => ({
    name: `${name}.${member}`,
    valueOf: (row, reading) =>
      itemsOf(row, reading)
        .map((item) => item[member])
        .join(separator),
  }))
}

function deadlineColumns(goal: GoalKind): TableColumn[] {
  return (['state', 'dueAt', 'endedAt'] as const).map((member) => ({
    name: `deadlines.${goal}.${member}`,
    valueOf: ({ deadlines }, { viewer, now }) =>
      deadlines && shownDeadlines(viewer, { deadlines }, now).find((each) => each.goal === goal)?.[member],
  }))
}

const columns: readonly TableColumn[] = [
  { name: 'id', valueOf: ({ id }) => id },
  { name: 'version', valueOf: ({ version }) => version },
  ...caseValueNames.flatMap(valueColumns),
  { name: 'caseType.name', valueOf: ({ typeCode }, { catalogue }) => catalogue.types.get(typeCode)?.name },
  {
    name: 'category.name',
    valueOf: ({ categoryCode }, { catalogue }) => catalogue.categories.get(categoryCode)?.name,
  },
  { name: 'caseStatus.closed', valueOf: ({ status }, { catalogue }) => catalogue.statuses.get(status)?.closed },
  { name: 'party.firstname', valueOf: ({ partyFirstname }) => partyFirstname },
  { name: 'party.email', valueOf: ({ partyEmail }) => partyEmail },
  { name: 'assignee.firstname', valueOf: ({ assigneeFirstname }) => assigneeFirstname },
  { name: 'assignee.email', valueOf: ({ assigneeEmail }) => assigneeEmail },
  { name: 'group.name', valueOf: ({ groupName }) => groupName },
  { name: 'createdAt', valueOf: ({ createdAt }) => createdAt },
  { name: 'updatedAt', valueOf: ({ updatedAt }) => updatedAt },
  {
    name: 'customerWaitingSince',
    valueOf: ({ customerWaitingSince }, { viewer }) => (canSeeInternal(viewer) ? customerWaitingSince : null),
  },
  { name: 'dueAt', valueOf: (row, { viewer }) => shownDueAt(viewer, row) },
  ...goalKinds.flatMap(deadlineColumns),
]

/** The columns of a table, with one for each of the fields. */
export function tableColumns(fields: readonly FieldDefinition[]): TableColumn[] {
  return [
    ...columns,
    ...fields.map(({ name }) => ({
      name: `caseData.${name}`,
      valueOf: ({ caseData }: TableRow) => caseData && valueOf(caseData, name),
    })),
  ]
}
