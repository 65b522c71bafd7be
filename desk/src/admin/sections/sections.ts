import { calendars } from './calendars'
import { categories } from './categories'
import { replies } from './replies'
import { resolutions } from './resolutions'
import type { AnySection } from './section'
import { slaPolicies } from './sla-policies'
import { statuses } from './statuses'
import { tags } from './tags'
import { touchpoints } from './touchpoints'
import { typeCategories } from './type-categories'
import { types } from './types'

/** The parts of the configuration, in the order of the links to them. */
export const sections: AnySection[] = [
  types,
  categories,
  typeCategories,
  statuses,
  resolutions,
  slaPolicies,
  calendars,
  tags,
  replies,
  touchpoints,
]
