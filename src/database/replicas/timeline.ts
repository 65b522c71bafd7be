/**
 * SQL for the timeline that a server writes. It fails on a standby. The last checkpoint would still have the old timeline
 * for a while after a promotion.
 */
export const currentTimeline = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`
