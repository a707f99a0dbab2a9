import type { NoticeState, NoticeTone } from '#shared/contract/notices.ts'

export const STATE_LABELS: Record<NoticeState, string> = {
  live: 'No ar',
  scheduled: 'Agendado',
  ended: 'Encerrado',
}

export const TONE_LABELS: Record<NoticeTone, string> = {
  info: 'Informação',
  success: 'Boa notícia',
  warning: 'Atenção',
}

export function formatDismissals(count: number): string {
  if (count === 0) return 'Ninguém dispensou'
  return count === 1 ? '1 pessoa dispensou' : `${count.toLocaleString('pt-BR')} pessoas dispensaram`
}
