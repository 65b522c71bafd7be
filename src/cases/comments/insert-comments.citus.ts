/**
 * Inserts the comments of the record `s`, in PL/pgSQL, with the variable `added`. One by one, because Citus caches the
 * plan of an insert of values only.
 */
export const insertComments = (caseId: string, version: string) => `
for added in
  select * from rows from (jsonb_to_recordset(s.comments) as (text text, internal boolean))
    with ordinality as c (text, internal, position)
loop
  insert into case_comments (case_id, version, position, text, internal)
  values (${caseId}, ${version}, added.position, added.text, added.internal);
end loop;`
