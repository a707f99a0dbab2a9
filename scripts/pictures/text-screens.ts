import type { Screen } from './screens.ts'

const ACERVO = '/app/personalizacao/acervo'
const DOCUMENTS = '/app/personalizacao/documentos'

/** Documents, collections and the Revisor; a document and a collection do not exist in an empty world. */
export const TEXTS: readonly Screen[] = [
  { name: 'documents', who: 'person', path: () => DOCUMENTS },
  { name: 'document-new', who: 'person', path: () => `${DOCUMENTS}/new` },
  {
    name: 'document-review',
    who: 'person',
    path: ({ ids }) => ids.document && `${DOCUMENTS}/${ids.document}/revisar`,
  },
  {
    name: 'document-findings',
    who: 'person',
    path: ({ ids }) => ids.document && `${DOCUMENTS}/${ids.document}/editar`,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Revisar', exact: true }).click()
      await page.getByRole('complementary', { name: 'Achados' }).waitFor()
    },
  },
  { name: 'review', who: 'person', path: () => '/app/revisor' },
  { name: 'admin-review-rules', who: 'admin', path: () => '/app/admin/revisor' },
  {
    name: 'admin-review-rule-versions',
    who: 'admin',
    path: () => '/app/admin/revisor',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Editar a regra Urgência ou escassez sem base' }).click()
      await page.getByRole('button', { name: 'Versões' }).click()
      await page.getByRole('button', { name: /^Versão 1/ }).waitFor()
    },
  },
  { name: 'collections', who: 'person', path: () => ACERVO },
  { name: 'collection', who: 'person', path: ({ ids }) => ids.collection && `${ACERVO}/${ids.collection}` },
  {
    name: 'source',
    who: 'person',
    path: ({ ids }) => ids.source && `${ACERVO}/fonte/${ids.source}?trecho=2`,
  },
]
