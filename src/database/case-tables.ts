/** The tables that Citus distributes, parents first, and the column with the ID of the case. All others stay local. */
export const caseTables = [
  { table: 'cases', column: 'id' },
  { table: 'case_events', column: 'case_id' },
  { table: 'case_comments', column: 'case_id' },
] as const
