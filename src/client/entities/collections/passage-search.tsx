import type { ComponentProps } from 'react'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './collections.module.css'

/** The field of a search for passages, which says how it finds. */
export const PassageSearch = (props: ComponentProps<typeof SearchField>) => (
  <div>
    <search className={classes.search}>
      <SearchField {...props} />
    </search>
    <p className={text.hint}>A busca acha palavras, não significados: use as que estão no texto.</p>
  </div>
)
