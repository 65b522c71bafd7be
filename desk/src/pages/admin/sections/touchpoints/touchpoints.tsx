import { checkList, key, text, check } from '../../inputs/kinds'
import { optionsOf } from '../../inputs/options'
import { RevokeSessions } from '../../people/revoke-sessions'
import { grants } from './grants-input'
import { Secrets } from './secrets'
import { type Login, loginNames } from '../../../../ui/words/names'
import type { Section } from '../../item/section'

const { PARTY, CONSUMER } = loginNames

export const touchpoints: Section<'touchpoints'> = {
  part: 'touchpoints',
  noun: 'touchpoint',
  path: '/touchpoints',
  title: 'Touchpoints',
  hint: 'The websites, apps and systems that call the service.',
  examples: 'For example, one for the desk of the operators and one for the website of the customers.',
  inputs: {
    code: key('Code', 'Programs send it. It cannot be changed later.'),
    name: text('Name'),
    allTypeCategories: check('All type categories', {
      hint: 'Grants all type categories, including those that are added later. It does not let anyone change cases.',
    }),
    typeCategories: grants,
    logins: checkList<Login>('Logins', () => optionsOf(loginNames), {
      hint: 'The kinds of people that the touchpoint can create sessions for.',
    }),
    registers: checkList<Login>('Registers unknown people', () => optionsOf({ PARTY, CONSUMER }), {
      hint: 'New people of these kinds are registered when they sign in for the first time.',
    }),
  },
  describe: ({ code, allTypeCategories, grants, secrets }) =>
    [
      code,
      `${allTypeCategories ? 'all' : grants.length} type categories`,
      secrets.length === 1 ? '1 secret' : `${secrets.length} secrets`,
    ].join(' · '),
  more: ({ code, name, secrets }) => (
    <>
      <Secrets touchpointCode={code} secrets={secrets} />
      <RevokeSessions of={{ touchpointCode: code }} whose={`at ${name}`} />
    </>
  ),
}
