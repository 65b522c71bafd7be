import { type Effects, effectsOf } from './effects.rules.ts'
import { checkPeople } from './people.rules.ts'
import { type Planned, planItems, type PlanOptions } from './plan-items.ts'
import type { Problems } from './problems.rules.ts'
import type { References } from './references.rules.ts'

/** What is written. Only without problems. */
export interface Plan {
  /** In the order of the input. */
  planned: Planned[]
  effects: Effects
}

/** Compares the input with the database. The problems that it finds are those that an import has, too. */
export function planConfiguration(references: References, options: PlanOptions, problems: Problems): Plan {
  const planned = planItems(references, options, problems)
  checkPeople(references, problems)
  return { planned, effects: effectsOf(planned, references.stored, problems) }
}
