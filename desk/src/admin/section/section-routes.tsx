import { Stack } from '@primer/react'
import { Route, useSearchParams } from 'wouter'
import { WithConfiguration } from '../configuration'
import { ItemForm } from '../item/item-form'
import { addressOf } from '../item/item-kind'
import { isSame } from '../item/is-same'
import { FilteredRows, ListPage } from '../list/list-page'
import type { Section } from './section'

/** The pages of a section: the list, the form of an item, and that of a new one. */
export function sectionRoutes<Stored, Values extends object>(section: Section<Stored, Values>) {
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

function SectionList<Stored, Values extends object>({ of }: { of: Section<Stored, Values> }) {
  const { title, hint, noun, path } = of
  return (
    <ListPage title={title} hint={hint} noun={noun} path={path}>
      <WithConfiguration>
        {(configuration) => (
          <FilteredRows
            examples={of.examples}
            rows={of.storedIn(configuration).map((stored) => ({
              ...of.rowOf(stored),
              to: addressOf(path, of.keyOf(of.valuesOf(stored))),
            }))}
          />
        )}
      </WithConfiguration>
    </ListPage>
  )
}

interface ItemProperties<Stored, Values extends object> {
  of: Section<Stored, Values>
  isNew?: boolean
}

function SectionItem<Stored, Values extends object>({ of, isNew = false }: ItemProperties<Stored, Values>) {
  const [parameters] = useSearchParams()
  const sought = Object.fromEntries(parameters)
  return (
    <WithConfiguration>
      {(configuration, reload) => {
        const keyOf = (each: Stored) => of.keyOf(of.valuesOf(each))
        const stored = isNew ? undefined : of.storedIn(configuration).find((each) => isSame(keyOf(each), sought))
        if (!stored && !isNew) return <p role="alert">{`There is no such ${of.noun}.`}</p>
        const item = stored ? { key: keyOf(stored), version: of.versionOf(stored), values: of.valuesOf(stored) } : null
        return (
          <>
            <ItemForm
              key={JSON.stringify(item?.key)}
              kind={of}
              item={item}
              empty={of.empty}
              reload={reload}
              addressOf={(values) => addressOf(of.path, of.keyOf(values))}
            >
              {(form) => of.inputs(form, configuration)}
            </ItemForm>
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
