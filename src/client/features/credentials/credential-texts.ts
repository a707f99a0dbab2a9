import type { Credential, CredentialProvider } from '#shared/contract/credentials.ts'

export const PROVIDERS: Record<CredentialProvider, { name: string; keys: string; example: string }> = {
  openai: { name: 'OpenAI', keys: 'platform.openai.com, em “API keys”', example: 'sk-…' },
  google: { name: 'Google Gemini', keys: 'aistudio.google.com, em “Get API key”', example: 'AIza…' },
}

type Status = { tone: 'good' | 'unsure' | 'bad'; word: string; meaning: string }

/** A key's status as a label and a sentence. */
export function statusOf({
  status,
  isReadable,
  provider,
}: Pick<Credential, 'status' | 'isReadable' | 'provider'>): Status {
  const { name } = PROVIDERS[provider]
  if (!isReadable) {
    return {
      tone: 'bad',
      word: 'Precisa ser digitada de novo',
      meaning:
        'O segredo da instalação mudou, e a chave guardada não abre mais. Troque-a pela mesma ou por outra.',
    }
  }
  if (status === 'verified') {
    return { tone: 'good', word: 'Verificada', meaning: `A ${name} aceitou esta chave.` }
  }
  if (status === 'refused') {
    return {
      tone: 'bad',
      word: 'Recusada',
      meaning: `A ${name} não aceitou esta chave na última vez. Confira se ela ainda vale e troque-a.`,
    }
  }
  return {
    tone: 'unsure',
    word: 'Não verificada',
    meaning: `Não conseguimos confirmar com a ${name} agora. A chave está guardada e será testada quando for usada.`,
  }
}
