/**
 * Replaces the function of the triggers that renew the catalogue's revision. On Citus they run on every server, for its copy of
 * the table. So each changes its copy of the revision, to a value that is the same on all servers: the ID of the transaction.
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
