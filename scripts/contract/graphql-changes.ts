import { type Change as InspectorChange, CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { type Change, isPast } from './change.ts'
import { removalDate } from './deprecation.ts'

/** The breaking and risky changes of the schema since the release. */
export async function graphqlChanges(released: string, current: string, today: string): Promise<Change[]> {
  const before = buildSchema(released)
  const changes = await diff(before, buildSchema(current))
  return changes.flatMap((change) => {
    const { level } = change.criticality
    if (level === CriticalityLevel.NonBreaking || isAnnouncedRemoval(change, before, today)) return []
    const text = `schema.graphql: ${change.message}.`
    return [{ level: level === CriticalityLevel.Breaking ? ('breaking' as const) : ('risky' as const), text }]
  })
}

/** Whether the released schema announced the removal for a date in the past. */
function isAnnouncedRemoval({ type, path = '' }: InspectorChange, schema: GraphQLSchema, today: string): boolean {
  return type.endsWith('_REMOVED') && isPast(removalDate(deprecationReason(schema, path)), today)
}

function deprecationReason(schema: GraphQLSchema, path: string): string | null | undefined {
  const [typeName = '', member = '', argument] = path.split('.')
  const type = schema.getType(typeName)
  if (isEnumType(type)) return type.getValue(member)?.deprecationReason
  if (isInputObjectType(type)) return type.getFields()[member]?.deprecationReason
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const field = type.getFields()[member]
  return argument === undefined
    ? field?.deprecationReason
    : field?.args.find(({ name }) => name === argument)?.deprecationReason
}
