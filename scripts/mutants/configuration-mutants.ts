import type { MutatedFile } from './mutant.ts'

const rules = 'test/configuration/configure-rules.test.ts'
const effects = 'test/configuration/configure-effects.test.ts'
const imports = 'test/transfer/import.test.ts'

/** The engine that changes the configuration. */
export const configurationMutants: MutatedFile[] = [
  {
    file: 'src/configuration/plan/plan-items.ts',
    tests: [rules, effects, imports],
    mutants: [
      ['sent === null && !nullable.has(name)', 'sent === null'],
      ['newEmail ?? (stored ? null : email)', 'newEmail ?? email'],
      ['isAdditive ? mergedLists(name, sent, before) : sent', 'sent'],
      ['isAdditive ? mergedLists(name, sent, before) : sent', 'mergedLists(name, sent, before)'],
    ],
  },
  {
    file: 'src/configuration/plan/people.rules.ts',
    tests: [rules],
    mutants: [
      ['before?.isErased', 'false'],
      ['after === before ? null : emailProblem', 'emailProblem'],
      ["if (members.login === 'OPERATOR' || members[name] == null) continue", 'continue'],
      ['sent.has(newKey) || stored.items[section].has(newKey)', 'false'],
      ['holder && holder !== stored.items.persons.get(key)?.ref', 'false'],
    ],
  },
  {
    file: 'src/configuration/plan/effects.rules.ts',
    tests: [effects, rules],
    mutants: [
      ["add(group, 'groups', difference('memberEmails', person, isMember))", ''],
      ["add(person, 'persons', difference('groupNames', group, isMember))", ''],
      ['if (persons.has(person)) return', ''],
      ['return (has ?? false) !== isMember', 'return false'],
    ],
  },
  {
    file: 'src/configuration/plan/in-use.rules.ts',
    tests: [rules, effects],
    mutants: [
      ['marked === true && active === true', 'marked === true'],
      ["values['active'] && !values['blocked']", "values['active']"],
      ["values['active'] && !values['blocked']", "!values['blocked']"],
    ],
  },
  {
    file: 'src/configuration/lock-configuration.ts',
    tests: [imports, 'test/cases/change/processes.test.ts'],
    mutants: [['      await lockConfiguration(transaction)\n', '']],
  },
  {
    file: 'src/configuration/write/write-plan.ts',
    tests: [effects, 'test/transfer/defaults.test.ts', imports],
    mutants: [
      ['version: version + 1 }', 'version }'],
      ["  await raiseVersions('groups', OperatorGroup)\n", ''],
      ["  await raiseVersions('persons', Person)\n", ''],
    ],
  },
]
