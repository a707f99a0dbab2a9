import type { UsageReply } from '#shared/contract/usage.ts'

export const PROVIDERS: Record<UsageReply['provider'], string> = {
  openai: 'OpenAI',
  google: 'Google',
  demo: 'Demonstração',
  none: 'Ninguém chegou a escrever',
}

export const modelText = (provider: UsageReply['provider'], model: string): string => {
  if (model !== '') return model
  return provider === 'openai' || provider === 'google'
    ? `Modelo não anotado (${PROVIDERS[provider]})`
    : PROVIDERS[provider]
}

export const STATUSES: Record<UsageReply['status'], string> = {
  running: 'Em andamento',
  done: 'Terminou bem',
  error: 'Falhou',
  interrupted: 'Interrompida',
  stopped: 'Parada pela pessoa',
}

export const CAUSES: Record<NonNullable<UsageReply['errorCode']>, string> = {
  provider_auth: 'O provedor recusou a chave da casa',
  own_key_refused: 'O provedor recusou a chave da pessoa',
  own_key_unreadable: 'A chave da pessoa não pôde ser lida',
  provider_rate: 'O provedor estava ocupado',
  provider_down: 'O provedor não respondeu',
  filtered: 'O filtro do provedor recusou',
  provider_refused: 'O provedor recusou o pedido',
  first_token_timeout: 'Demorou demais para começar',
  stall: 'Parou no meio do caminho',
  upstream_cut: 'A conexão com o provedor caiu',
  too_long: 'Ficou longa demais',
  empty: 'Veio vazia',
  server_stopped: 'O servidor foi atualizado',
  not_saved: 'Não pôde ser salva',
  internal: 'Erro do sistema',
}
