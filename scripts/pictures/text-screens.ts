import type { Screen } from './screens.ts'

const ACERVO = '/app/personalizacao/acervo'
const DOCUMENTS = '/app/personalizacao/documentos'

/** The lists of documents and of collections, a new document, and one collection, which does not exist in an empty world. */
export const TEXTS: readonly Screen[] = [
  { name: 'documents', who: 'person', path: () => DOCUMENTS },
  { name: 'document-new', who: 'person', path: () => `${DOCUMENTS}/new` },
  { name: 'collections', who: 'person', path: () => ACERVO },
  { name: 'collection', who: 'person', path: ({ ids }) => ids.collection && `${ACERVO}/${ids.collection}` },
]
