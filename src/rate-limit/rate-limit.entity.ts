import { defineEntity, p } from '@mikro-orm/core'

/** How much of a limit all processes together have used in a minute. */
export const LimitUsage = defineEntity({
  name: 'LimitUsage',
  tableName: 'limit_usage',
  properties: {
    /** A keyed hash of the limit's name and subject, see docs/adr/0010-rate-limits.md. */
    key: p.blob().primary(),
    used: p.bigint(),
    endsAt: p.datetime(),
  },
})
