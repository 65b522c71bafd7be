import { Migration20261121000000_initial } from './20261121000000_initial.ts'

/** In the order in which they run; forward only. */
export const migrations = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
]
