import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import text from '#client/ui/text/text.module.css'
import { useCollectionOwner } from './collection-owner.ts'
import { collectionQueries } from './collections.api.ts'
import classes from './collections.module.css'
import { meaningText } from './source-words.ts'

/** The field of a search for passages, which says how it finds them unless by words and by meaning. */
export function PassageSearch(props: ComponentProps<typeof SearchField>) {
  const { data } = useQuery(collectionQueries.list(useCollectionOwner()))
  const hint = data && meaningText(data)
  return (
    <div>
      <search className={classes.search}>
        <SearchField {...props} />
      </search>
      {hint && <p className={text.hint}>{hint}</p>}
    </div>
  )
}
