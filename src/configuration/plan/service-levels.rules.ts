import type { SlaPolicy } from '../../catalogue/catalogue.ts'
import { timeOf } from '../../catalogue/service-level.ts'
import type { Path } from '../items/items.rules.ts'
import type { Section } from '../items/sections.ts'
import type { Plan } from './references.rules.ts'

const tenYears = 10 * 365.25 * 86_400_000

/** What is in use must be active, and a calendar that goals are counted by must have hours. */
export function checkServiceLevels({ configuration, planned, problems }: Plan): void {
  const { catalogue } = configuration
  const paths = new Map(planned.map(({ item, entity }) => [entity as object, item.path]))
  const { calendars, slaPolicies, typeCategories } = afterwards()

  for (const { slaPolicyCode, path } of typeCategories) {
    const policy = slaPolicyCode === null ? undefined : slaPolicies.get(slaPolicyCode)
    if (!policy || policy.active) continue
    addInUse('slaPolicies', policy.code, path && [...path, 'slaPolicyCode'], 'a type category has this policy')
  }
  for (const policy of slaPolicies.values()) {
    const calendar = policy.calendarCode === null ? undefined : calendars.get(policy.calendarCode)
    if (!calendar || !policy.active) continue
    const ofPolicy = pathOf('slaPolicies', policy.code)
    const place = ofPolicy && [...ofPolicy, 'calendarCode']
    if (!calendar.active) addInUse('calendars', calendar.code, place, 'a policy has this calendar')
    const path = pathOf('calendars', calendar.code)
    if (!policy.goals.some(isGoal) || (!path && !place) || problems.found.length > 0) continue
    const now = Date.now()
    if (timeOf(calendar).used(now, now + tenYears) > 0) continue
    problems.add('invalidValue', path ? [...path, 'hours'] : place!, 'must have hours in the next ten years')
  }

  function pathOf(section: Section, key: string): Path | undefined {
    const entity = configuration.opened(section).get(key)
    return entity && paths.get(entity)
  }

  /** At the item that became inactive, else at the one that refers to it. */
  function addInUse(section: 'calendars' | 'slaPolicies', key: string, place: Path | undefined, reason: string): void {
    const path = pathOf(section, key)
    if (path) problems.add('inUse', [...path, 'active'], `must be true, because ${reason}`)
    else if (place) problems.add('inUse', place, 'must be the code of an active item')
  }

  /** The catalogue with what the plan makes of it. */
  function afterwards() {
    const sent = configuration.opened('slaPolicies').entries()
    const policies = [
      ...catalogue.slaPolicies,
      ...sent.map(
        ([code, { calendar, ...policy }]) => [code, { ...policy, calendarCode: calendar?.code ?? null }] as const,
      ),
    ]
    const opened = configuration.opened('typeCategories')
    const kept = catalogue.typeCategories.entries().filter(([key]) => !opened.has(key))
    return {
      calendars: new Map([...catalogue.calendars, ...configuration.opened('calendars')]),
      slaPolicies: new Map<string, Pick<SlaPolicy, 'code' | 'calendarCode' | 'active' | 'goals'>>(policies),
      typeCategories: [
        ...Array.from(kept, ([, { slaPolicyCode }]) => ({ slaPolicyCode, path: undefined })),
        ...Array.from(opened.values(), (each) => ({
          slaPolicyCode: each.slaPolicy?.code ?? null,
          path: paths.get(each),
        })),
      ],
    }
  }
}

function isGoal({ firstReply, nextReply, resolution }: SlaPolicy['goals'][number]): boolean {
  return firstReply !== null || nextReply !== null || resolution !== null
}
