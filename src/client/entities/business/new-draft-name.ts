type Filled = { de?: string | undefined; mensagem?: string | undefined }
type Address = { de?: unknown; conversa?: string | undefined; mensagem?: string | undefined }

/** Names the draft of a new asset's form by its address: the asset that it copies, the reply that filled it, or neither. */
export const newDraftName = ({ de, mensagem }: Filled): string => {
  if (de) return `copia:${de}`
  return mensagem ? `resposta:${mensagem}` : 'novo'
}

/** The part of the address that leads back to the form with this draft: no reply if the form was filled in by hand. */
export function addressOfDraft(
  draftName: string,
  { de, conversa, mensagem }: Address,
): { de?: string; conversa?: string; mensagem?: string } {
  if (typeof de === 'string' && draftName === newDraftName({ de })) return { de }
  const isFromReply = conversa && mensagem && draftName === newDraftName({ mensagem })
  return isFromReply ? { conversa, mensagem } : {}
}
