import { useDocumentTitle } from '@mantine/hooks'
import { HOUSE } from './house.ts'

const ENDING = ` · ${HOUSE.name}`

/** Titles the document: the page, then the house. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title}${ENDING}`)

/** The page's own part of the document's title. */
export const pageTitle = (): string =>
  document.title.endsWith(ENDING) ? document.title.slice(0, -ENDING.length) : document.title
