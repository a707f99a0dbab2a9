/** Without zod, which pages that only show a chat do not load. */
export const MESSAGE_STATUSES = ['running', 'done', 'stopped', 'error', 'interrupted'] as const

/** The text for each reason why a reply failed, sent in the `error` event and shown again after a reload. */
export const REPLY_ERROR_TEXT = {
  provider_auth: 'Este agente está sem acesso ao provedor de IA. A equipe foi avisada.',
  own_key_refused:
    'O provedor de IA recusou a sua chave. Confira em Personalização › Credenciais e tente de novo.',
  own_key_unreadable:
    'A sua chave não pode mais ser lida neste servidor. Digite-a de novo em Personalização › Credenciais.',
  provider_rate: 'O provedor de IA está ocupado agora. Tente de novo em alguns instantes.',
  provider_down: 'Não conseguimos falar com o provedor de IA. Tente de novo em alguns instantes.',
  provider_refused: 'O provedor de IA recusou este pedido. Reescreva a mensagem e tente de novo.',
  filtered: 'O filtro do provedor de IA recusou este pedido. Reescreva a mensagem e tente de novo.',
  first_token_timeout: 'O agente demorou demais para começar a responder.',
  stall: 'A resposta parou no meio do caminho.',
  upstream_cut: 'A conexão com o provedor de IA caiu no meio da resposta.',
  too_long:
    'O texto novo ficou longo demais e foi cortado. Selecione um trecho menor ou peça menos de cada vez.',
  empty: 'O agente não devolveu nenhuma resposta.',
  server_stopped: 'A resposta foi interrompida por uma atualização do servidor.',
  not_saved: 'Não conseguimos salvar a resposta.',
  internal: 'Algo deu errado do nosso lado ao gerar esta resposta.',
} as const

export const REPLY_ERROR_CODES = Object.keys(REPLY_ERROR_TEXT) as (keyof typeof REPLY_ERROR_TEXT)[]
type ReplyErrorCode = (typeof REPLY_ERROR_CODES)[number]

export const isReplyErrorCode = (code: unknown): code is ReplyErrorCode =>
  typeof code === 'string' && Object.hasOwn(REPLY_ERROR_TEXT, code)
