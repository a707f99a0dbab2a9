import { createContext, useContext } from 'react'

/** Whose collections the screens below show: the person's own, or those of the house. */
export type CollectionOwner = 'person' | 'house'

export const CollectionOwnerContext = createContext<CollectionOwner>('person')

export const useCollectionOwner = (): CollectionOwner => useContext(CollectionOwnerContext)

/** The page of a collection. */
export const COLLECTION_PAGES = {
  person: '/app/personalizacao/acervo/$collectionId',
  house: '/app/admin/acervo/$collectionId',
} as const
