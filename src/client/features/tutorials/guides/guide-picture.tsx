import { useComputedColorScheme } from '@mantine/core'
import classes from './guides.module.css'
import type { GuidePicture as Name } from './guides.ts'

type Props = { name: Name; alt: string; isLazy?: boolean }

/** A picture of the product in the reader's colour scheme. */
export function GuidePicture({ name, alt, isLazy = false }: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <img
      src={`/guides/${name}-${scheme}.webp`}
      alt={alt}
      width={1280}
      height={800}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
      className={classes.picture}
    />
  )
}
