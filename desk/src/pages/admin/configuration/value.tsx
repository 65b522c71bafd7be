import { Fragment, type ReactNode } from 'react'
import { Instant } from '../../../ui/display/instant'
import { Name, useCodeNames } from './names'
import { moreLabels, valueNames } from './words'

interface Properties {
  /** The name of the member that has the value. */
  member: string
  value: unknown
  /** The labels of members, for values that have some. */
  labels?: Record<string, string>
}

/** A value of the configuration in the words of the forms. */
export function Value({ member, value, labels = {} }: Properties): ReactNode {
  const { typeName, categoryName, touchpointName, typeCategoryName } = useCodeNames()
  if (isNothing(value)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString()
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) => (
      <Fragment key={JSON.stringify(element)}>
        {index > 0 && ', '}
        {isChoice(element) ? choiceText(element) : <Value member={member} value={element} labels={labels} />}
      </Fragment>
    ))
  }
  if (isTypeCategory(value)) return typeCategoryName(value.typeCode, value.categoryCode)
  if (isRecord(value)) return <Members of={value} labels={labels} />
  const text = String(value)
  if (/^(person|group|endpoint):\d+$/.test(text)) return <Name id={text} />
  if (text.startsWith('secret:')) return 'a secret'
  if (member === 'expiresAt') return <Instant at={text} />
  if (/^typeCodes?$/.test(member)) return typeName(text)
  if (/^categoryCodes?$/.test(member)) return categoryName(text)
  if (/^touchpoint(Code)?$/.test(member)) return touchpointName(text)
  return valueNames[member]?.[text] ?? text
}

function Members({ of, labels }: { of: Record<string, unknown>; labels: Record<string, string> }) {
  return (
    <dl className="changed-values">
      {Object.entries(of)
        .filter(([, value]) => !isNothing(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{labelIn(labels, name)}</dt>
            <dd>
              <Value member={name} value={value} labels={labels} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

export function labelIn(labels: Record<string, string>, name: string): string {
  return labels[name] ?? moreLabels[name] ?? name
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value has the codes of a type category, and nothing else. */
function isTypeCategory(value: unknown): value is { typeCode: string; categoryCode: string } {
  return isRecord(value) && Object.keys(value).toSorted().join(' ') === 'categoryCode typeCode'
}

interface Choice {
  value: string
  label?: string
  active?: boolean
}

function isChoice(value: unknown): value is Choice {
  return typeof value === 'object' && value !== null && 'value' in value
}

function choiceText({ value, label, active = true }: Choice): string {
  return `${label || value}${active ? '' : ' (inactive)'}`
}
