import {
  IconBook2,
  IconChartHistogram,
  IconHistory,
  IconMasksTheater,
  IconSpeakerphone,
  IconTags,
  IconThumbDown,
  IconTicket,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

type AdminSection = {
  to: string
  label: string
  /** Search terms of the command palette. */
  words: string
  Icon: typeof IconUsers
  /** The section's own pages, where other sections are nested in its address. */
  pages?: readonly string[]
}

type AdminGroup = { label: string; sections: readonly AdminSection[] }

/** The sections of the administration, by purpose. */
export const ADMIN_GROUPS: readonly AdminGroup[] = [
  {
    label: 'Como vai',
    sections: [
      {
        to: '/app/admin',
        label: 'Painel',
        words: 'numeros uso custo dashboard graficos',
        Icon: IconChartHistogram,
        pages: ['/app/admin', '/app/admin/respostas', '/app/admin/precos'],
      },
      {
        to: '/app/admin/avaliacoes',
        label: 'Avaliações',
        words: 'feedback polegar nao gostei respostas',
        Icon: IconThumbDown,
      },
    ],
  },
  {
    label: 'O elenco',
    sections: [
      {
        to: '/app/admin/agents',
        label: 'Agentes',
        words: 'elenco prompt instrucoes',
        Icon: IconMasksTheater,
      },
      {
        to: '/app/admin/labels',
        label: 'Etiquetas',
        words: 'galeria filtros ordem',
        Icon: IconTags,
      },
      {
        to: '/app/admin/tutoriais',
        label: 'Tutoriais',
        words: 'videos aulas youtube',
        Icon: IconBook2,
      },
    ],
  },
  {
    label: 'O público',
    sections: [
      {
        to: '/app/admin/users',
        label: 'Usuários',
        words: 'pessoas contas clientes planos suspender',
        Icon: IconUsers,
      },
      {
        to: '/app/admin/avisos',
        label: 'Avisos',
        words: 'banner comunicado recado',
        Icon: IconSpeakerphone,
      },
    ],
  },
  {
    label: 'A bilheteria',
    sections: [
      {
        to: '/app/admin/planos',
        label: 'Planos',
        words: 'precos limite mensagens assinatura checkout hubla stripe venda',
        Icon: IconTicket,
      },
      {
        to: '/app/admin/webhooks',
        label: 'Webhooks',
        words: 'pagamentos vendas compras eventos hubla stripe assinaturas',
        Icon: IconWebhook,
      },
    ],
  },
  {
    label: 'O registro',
    sections: [
      {
        to: '/app/admin/auditoria',
        label: 'Auditoria',
        words: 'historico quem mudou log',
        Icon: IconHistory,
      },
    ],
  },
]

/** Whether `path` is a page of this section. */
export function isOpenAt({ to, pages }: AdminSection, path: string): boolean {
  const place = path.replace(/\/$/, '')
  return pages ? pages.includes(place) : place === to || place.startsWith(`${to}/`)
}
