import { type Change as Found, CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { type Change, isOver } from './change.ts'
import { goesOn } from './deprecation.ts'

/** What breaks, or may surprise, those who were written for the released schema. */
export async function graphqlChanges(released: string, present: string, today: string): Promise<Change[]> {
  const before = buildSchema(released)
  const changes = await diff(before, buildSchema(present))
  return changes.flatMap((change) => {
    const { level } = change.criticality
    if (level === CriticalityLevel.NonBreaking || hasGoneInTime(change, before, today)) return []
    const text = `schema.graphql: ${change.message}.`
    return [{ level: level === CriticalityLevel.Breaking ? ('breaking' as const) : ('risky' as const), text }]
  })
}

/** Whether something is gone that was deprecated in the released schema until a day that is over. */
function hasGoneInTime({ type, path = '' }: Found, schema: GraphQLSchema, today: string): boolean {
  return type.endsWith('_REMOVED') && isOver(goesOn(deprecationReason(schema, path)), today)
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
