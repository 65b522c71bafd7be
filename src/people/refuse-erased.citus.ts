import { unerasedPersons } from './unerased-persons.ts'

/** Ends a function if one of the persons in the record `s` was erased, in PL/pgSQL. `s.person_ids` has each ID once. */
export const refuseErased = `
if (select count(*) from (${unerasedPersons('s.person_ids')}) p) < cardinality(s.person_ids) then
  return;
end if;`
