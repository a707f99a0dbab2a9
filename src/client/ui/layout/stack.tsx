import type { ComponentPropsWithRef, ElementType } from 'react'
import classes from './stack.module.css'

/** Steps of the spacing scale in `global.css`, in pixels. */
export type Space = 4 | 8 | 12 | 16 | 20 | 24 | 32 | 48

type Props<E extends ElementType> = {
  /** The element; a `div` by default. */
  as?: E
  gap?: Space
} & Omit<ComponentPropsWithRef<E>, 'as'>

const join = (...names: (string | undefined | false)[]) => names.filter(Boolean).join(' ')

/** Children below each other, each as wide as the stack, or as wide as its content with `align="start"`. */
export function Stack<E extends ElementType = 'div'>({
  as,
  gap = 8,
  align,
  className,
  ...props
}: Props<E> & { align?: 'start' | 'center' }) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element
      {...props}
      className={join(classes.stack, classes[`gap${gap}`], align && classes[`${align}Items`], className)}
    />
  )
}

/** Children beside each other, centred on the line, wrapping where there is no room. */
export function Row<E extends ElementType = 'div'>({
  as,
  gap = 8,
  align = 'center',
  justify,
  wrap = true,
  className,
  ...props
}: Props<E> & {
  align?: 'center' | 'start' | 'end' | 'baseline'
  justify?: 'between' | 'center' | 'end'
  wrap?: boolean
}) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element
      {...props}
      className={join(
        classes.row,
        classes[`gap${gap}`],
        classes[align],
        wrap && classes.wrap,
        justify && classes[`${justify}Line`],
        className,
      )}
    />
  )
}
