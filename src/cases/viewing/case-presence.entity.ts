import { defineEntity, p } from '@mikro-orm/core'

/** An operator who looks at a case. The table is unlogged, and its rows refer to nothing: they are over after 15 seconds. */
export const CasePresence = defineEntity({
  name: 'CasePresence',
  tableName: 'case_presences',
  properties: {
    caseId: p.bigint('number').primary(),
    personId: p.bigint('number').primary().index('case_presences_person_id_index'),
    /** Whether the operator writes. */
    writes: p.boolean(),
    notedAt: p.datetime(),
  },
})
