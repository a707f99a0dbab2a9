import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import classes from './load-more-button.module.css'

export type LoadMoreState = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { fetchNextPage: () => Promise<unknown> }

/** Loads the next page of a list, where there is one. */
export function LoadMoreButton({ list, children }: { list: LoadMoreState; children: string }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="default"
      size="md"
      className={classes.more}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchNextPageError ? 'Não carregou. Tentar de novo' : children}
    </Button>
  )
}
