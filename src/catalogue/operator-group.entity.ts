import { defineEntity, p } from '@mikro-orm/core'

export const OperatorGroup = defineEntity({
  name: 'OperatorGroup',
  tableName: 'operator_groups',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    name: p.text().unique(),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})
