import { categories, resolutions, statuses, tags, typeCategories, types } from './catalogue'
import { replies } from './replies/replies'
import type { AnySection } from '../item/section'
import { calendars, slaPolicies } from './service-levels/service-levels'
import { touchpoints } from './touchpoints/touchpoints'

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
