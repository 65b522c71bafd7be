import type { ComponentPropsWithoutRef, ElementType } from 'react'

interface Look {
  direction?: 'horizontal' | 'vertical'
  gap?: 'condensed' | 'normal' | 'spacious'
  align?: 'start' | 'center' | 'end'
  justify?: 'space-between'
  wrap?: 'wrap'
}

type Properties<Tag extends ElementType> = Look & { as?: Tag } & Omit<ComponentPropsWithoutRef<Tag>, keyof Look | 'as'>

/** Things below or beside each other. */
export function Stack<Tag extends ElementType = 'div'>(properties: Properties<Tag>) {
  const {
    as: Shown = 'div',
    direction = 'vertical',
    gap = 'normal',
    align,
    justify,
    wrap,
    className,
    ...rest
  }: Properties<ElementType> = properties
  const classes = ['flex', direction, `gap-${gap}`, align && `align-${align}`, justify, wrap, className]
  return <Shown {...rest} className={classes.filter(Boolean).join(' ')} />
}
