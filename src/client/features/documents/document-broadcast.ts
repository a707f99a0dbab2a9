import { idBroadcast } from '#client/lib/browser/id-broadcast.ts'

/** Changes of documents; the reload on return to the tab replaces it in a browser that refuses it. */
export const { post: broadcastDocumentChange, listen: onDocumentChange } = idBroadcast('elenco-documents')
