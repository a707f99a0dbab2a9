type Filled = { de?: string | undefined; mensagem?: string | undefined }

/** Names the draft of a new asset's form by its address: the asset that it copies, the reply that filled it, or neither. */
export const newDraftName = ({ de, mensagem }: Filled): string => {
  if (de) return `copia:${de}`
  return mensagem ? `resposta:${mensagem}` : 'novo'
}
