import { type Effects, effectsOf } from './effects.rules.ts'
import { checkPeople } from './people.rules.ts'
import { type Planned, planItems, type PlanOptions } from './plan-items.ts'
import type { Problems } from '../items/problems.rules.ts'
import { type References, Targets } from './references.rules.ts'

/** What is written if there are no problems. */
export interface Plan {
  /** In the order of the input. */
  planned: Planned[]
  effects: Effects
  /** Finds what else the input refers to. */
  targets: Targets
}

/** Compares the input with the database. Imports report the same problems. */
export function planConfiguration(references: References, options: PlanOptions, problems: Problems): Plan {
  const targets = new Targets(references, problems)
  const planned = planItems(references, options, targets, problems)
  checkPeople(references, problems)
  return { planned, effects: effectsOf(planned, references, problems), targets }
}
