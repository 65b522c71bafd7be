/**
 * Replaces the function of the triggers that renew the revision of the catalogue. On Citus, the triggers run on every
 * server, for its copy of the table. Each run changes only the server's copy of the revision. The new value is computed
 * from the ID of the distributed transaction, so it is the same on all servers.
 */
export const renewRevisionOnCitus = `
declare
  copy text := (
    select format('%s_%s', logicalrelid, shardid) from pg_dist_shard where logicalrelid = 'catalogue_revision'::regclass);
  next uuid := (
    select md5(concat_ws(' ', initiator_node_identifier, transaction_number, transaction_stamp))::uuid
    from get_current_transaction_id());
begin
  execute format('update %I set revision = $1', copy) using next;
  return null;
end
`

export const catalogueRevisionOnCitus = `
create or replace function renew_catalogue_revision() returns trigger language plpgsql as $function$${renewRevisionOnCitus}$function$`
