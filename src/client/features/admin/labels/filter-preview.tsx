import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './labels.module.css'

type Props = {
  names: readonly string[]
  /** Which one is being written. */
  current?: string
}

/** How the filters of the gallery look with these labels. */
export function GalleryStrip({ names, current }: Props) {
  return (
    <Stack as="figure" className={classes.strip}>
      <figcaption>Na galeria</figcaption>
      <Row as="ul" className={classes.chips}>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two labels may have the same name.
          <li key={`${index} ${name}`} className={classes.chip} data-current={name === current || undefined}>
            {name}
          </li>
        ))}
      </Row>
    </Stack>
  )
}
