import { Stack } from '../../../ui/elements/stack'
import { Route, useSearchParams } from 'wouter'
import { WithConfiguration } from '../configuration/configuration'
import { ConfiguredForm } from '../item/configured-form'
import { badgesOf, isSame, keyOf, valuesOf } from '../item/inputs'
import { addressFrom, itemTitle } from '../item/item-kind'
import { FilteredRows, ListPage } from '../item/list-page'
import { useCodeNames } from '../configuration/names'
import type { AnySection } from '../item/section'

/** The pages of a section: the list, the form of an item, and that of a new one. */
export function sectionRoutes(section: AnySection) {
  const { path } = section
  return [
    <Route key={path} path={path}>
      <SectionList of={section} />
    </Route>,
    <Route key={`${path}/new`} path={`${path}/new`}>
      <SectionItem of={section} isNew />
    </Route>,
    <Route key={`${path}/edit`} path={`${path}/edit`}>
      <SectionItem of={section} />
    </Route>,
  ]
}

function SectionList({ of }: { of: AnySection }) {
  const names = useCodeNames()
  return (
    <ListPage of={of}>
      <WithConfiguration>
        {(configuration) => (
          <FilteredRows
            examples={of.examples}
            rows={configuration[of.part].map((stored) => {
              const values = valuesOf(of.inputs, stored)
              return {
                title: itemTitle(of, values, names),
                to: addressFrom(of, values),
                description: of.describe?.(stored),
                badges: badgesOf(of.inputs, values),
              }
            })}
          />
        )}
      </WithConfiguration>
    </ListPage>
  )
}

function SectionItem({ of, isNew = false }: { of: AnySection; isNew?: boolean }) {
  const [parameters] = useSearchParams()
  const sought = Object.fromEntries(parameters)
  return (
    <WithConfiguration>
      {(configuration, reload) => {
        const keyFrom = (each: object) => keyOf(of.inputs, valuesOf(of.inputs, each))
        const stored = isNew ? undefined : configuration[of.part].find((each) => isSame(keyFrom(each), sought))
        if (!stored && !isNew) return <p role="alert">{`There is no such ${of.noun}.`}</p>
        const values = stored && valuesOf(of.inputs, stored)
        const item = stored && values ? { key: sought, version: stored.version, values } : null
        return (
          <>
            <ConfiguredForm
              key={JSON.stringify(item?.key)}
              kind={of}
              item={item}
              configuration={configuration}
              reload={reload}
              addressOf={(values) => addressFrom(of, values)}
            />
            {stored && of.more && (
              <Stack gap="spacious" className="more">
                {of.more(stored)}
              </Stack>
            )}
          </>
        )
      }}
    </WithConfiguration>
  )
}
