import type { CheckContext, CheckResult } from '../check-result.ts'
import { findInconsistencies, type Inconsistency } from '../inconsistency.ts'

const authorisations: Inconsistency = {
  rows: 'persons who are not operators but are authorised for a type or members of a group',
  query: `
    select distinct p.id
    from (select operator_id from operator_types union all select operator_id from operator_group_members) o
    join persons p on p.id = o.operator_id
    where p.kind <> 'OPERATOR'`,
}

// PostgreSQL folds letters as emailKey() does only in ASCII.
const emailKeys: Inconsistency = {
  rows: 'persons who cannot be found by their email address, because email_key is not its lower case',
  query: `
    select id
    from persons
    where octet_length(email) = char_length(email) and email_key <> lower(email collate "C")`,
}

export function checkPeople(context: CheckContext): Promise<CheckResult[]> {
  return findInconsistencies(context, 'people', context.deep ? [authorisations, emailKeys] : [authorisations])
}
