/** What an item is in messages and in audit events, what identifies it, and what a new one must have. In the order of problems. */
export const sectionTable = {
  categories: { noun: 'case category', target: 'category', key: ['code'], required: ['name'] },
  types: { noun: 'case type', target: 'type', key: ['code'], required: ['name'] },
  typeCategories: { noun: 'type category', target: 'typeCategory', key: ['typeCode', 'categoryCode'], required: [] },
  statuses: { noun: 'status', target: 'status', key: ['name'], required: [] },
  resolutions: { noun: 'resolution', target: 'resolution', key: ['name'], required: [] },
  calendars: { noun: 'calendar', target: 'calendar', key: ['code'], required: ['name', 'timeZone'] },
  slaPolicies: { noun: 'service level policy', target: 'slaPolicy', key: ['code'], required: ['name'] },
  tags: { noun: 'tag', target: 'tag', key: ['code'], required: ['label'] },
  replies: { noun: 'saved reply', target: 'reply', key: ['code'], required: ['label', 'text'] },
  touchpoints: { noun: 'touchpoint', target: 'touchpoint', key: ['code'], required: ['name'] },
  groups: { noun: 'operator group', target: 'group', key: ['name'], required: [] },
  persons: { noun: 'person', target: 'person', key: ['login', 'email'], required: ['firstname'] },
} as const

export type Section = keyof typeof sectionTable
export const sections = Object.keys(sectionTable) as Section[]

export const personNouns = { ADMIN: 'admin', OPERATOR: 'operator', PARTY: 'party', CONSUMER: 'consumer' } as const

export function forEachSection<Content>(of: (section: Section) => Content): Record<Section, Content> {
  return Object.fromEntries(sections.map((section) => [section, of(section)])) as Record<Section, Content>
}
