import { toPortuguese } from '#client/lib/text/error-text.ts'
import { AgentExport } from '#shared/contract/agents-files.ts'
import { LIMITS } from '#shared/limits.ts'

export type FileProblem = { path: string; field: string | null; text: string }

type Read = { file: AgentExport; problems: [] } | { file: null; problems: FileProblem[] }

const FIELDS: Record<string, string> = {
  name: 'Nome',
  description: 'Descrição',
  systemPrompt: 'Instruções',
  photo: 'Foto',
  photoUrl: 'Foto',
  labels: 'Etiquetas',
  enableFreePlan: 'Plano Gratuito',
  promptRecommendations: 'Sugestões',
  requiredContext: 'O que ele precisa saber',
  model: 'Modelo',
  messageWeight: 'Mensagens por resposta',
  reviewsReplies: 'Revisar as respostas',
  reviewChannel: 'Onde as respostas vão sair',
}

export const problemsOf = (details: readonly (readonly [path: string, text: string])[]): FileProblem[] =>
  details.map(([path, text]) => {
    const [name = ''] = path.replace(/^agent\./, '').split('.')
    return { path, field: FIELDS[name] ?? null, text: toPortuguese(text) }
  })

const refusal = (text: string): Read => ({ file: null, problems: [{ path: '', field: null, text }] })

export async function readAgentFile(file: Blob): Promise<Read> {
  if (file.size > LIMITS.jsonBodyBytes) return refusal('O arquivo é grande demais para ser um agente.')
  let content: unknown
  try {
    content = JSON.parse(await file.text())
  } catch {
    return refusal('O arquivo não é um JSON que se possa ler.')
  }
  if (typeof content !== 'object' || content === null || !('agent' in content)) {
    return refusal('Este arquivo não é um agente exportado do Elenco.')
  }
  const { data, error } = AgentExport.safeParse(content)
  if (data) return { file: data, problems: [] }
  const details = new Map<string, string>()
  for (const { path, message } of error.issues) {
    if (!details.has(path.join('.'))) details.set(path.join('.'), message)
  }
  return { file: null, problems: problemsOf([...details]) }
}
