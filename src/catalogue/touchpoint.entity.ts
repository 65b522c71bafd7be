import { defineEntity, p } from '@mikro-orm/core'
import { TypeCategory } from './catalogue.entity.ts'

export const Touchpoint = defineEntity({
  name: 'Touchpoint',
  tableName: 'touchpoints',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    /** Grants all type categories for lookups and moves, but not for modifying cases. */
    allTypeCategories: p.boolean(),
  },
})

export const TouchpointGrant = defineEntity({
  name: 'TouchpointGrant',
  tableName: 'touchpoint_grants',
  properties: {
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').primary(),
    typeCategory: () => p.manyToOne(TypeCategory).joinColumns('type_code', 'category_code').primary(),
    modifyCases: p.boolean(),
  },
})
