import { DEFAULT_HOUSE_NAME, withHouseName } from '#shared/house/name.ts'

/** The build draws pages without a document. */
const meta =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="application-name"]')

/** The name and the mark of this installation, as the server wrote them into the document. */
export const HOUSE = {
  name: meta?.content || DEFAULT_HOUSE_NAME,
  mark: meta?.dataset.mark ?? '/favicon.svg',
}

/** A text of the source with the name of this installation; it must contain no words of a user. */
export const inHouse = (text: string): string => withHouseName(text, HOUSE.name)
