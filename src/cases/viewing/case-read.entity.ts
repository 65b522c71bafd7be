import { defineEntity, p } from '@mikro-orm/core'
import { Person } from '../../people/people.entity.ts'

/** What an operator has read of a case. */
export const CaseRead = defineEntity({
  name: 'CaseRead',
  tableName: 'case_reads',
  properties: {
    /** Not a reference, so that a mark that comes while the case is archived stops neither. */
    caseId: p.bigint('number').primary(),
    person: () => p.manyToOne(Person).primary(),
    /** The version that the operator has seen. */
    version: p.integer(),
  },
})
