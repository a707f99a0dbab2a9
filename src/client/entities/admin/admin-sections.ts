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
  /** The section's own pages, where they are not all below its address. */
  pages?: readonly string[]
}

type AdminGroup = { label: string; sections: readonly AdminSection[] }

/** The other sections are nested in its address. */
const HOUSE = '/app/admin'

/** The sections of the administration, by purpose. */
export const ADMIN_GROUPS: readonly AdminGroup[] = [
  {
    label: 'Uso',
    sections: [
      {
        to: '/app/admin',
        label: 'Visão geral',
        words:
          'painel numeros uso custo dashboard graficos limites gasto orcamento teto dolares nome logo cor marca identidade',
        Icon: IconChartHistogram,
        pages: [
          '/app/admin',
          '/app/admin/respostas',
          '/app/admin/precos',
          '/app/admin/limites',
          '/app/admin/identidade',
        ],
      },
      {
        to: '/app/admin/avaliacoes',
        label: 'Avaliações',
        words: 'feedback polegar nao gostei respostas denuncias denunciar',
        Icon: IconThumbDown,
        pages: ['/app/admin/avaliacoes', '/app/admin/denuncias'],
      },
    ],
  },
  {
    label: 'Conteúdo',
    sections: [
      {
        to: '/app/admin/agents',
        label: 'Agentes',
        words:
          'elenco prompt instrucoes acervo colecoes fontes material citar revisor regras promessas anuncios frases proibidas',
        Icon: IconMasksTheater,
        pages: ['/app/admin/agents', '/app/admin/acervo', '/app/admin/revisor'],
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
    label: 'Público',
    sections: [
      {
        to: '/app/admin/users',
        label: 'Pessoas',
        words: 'usuarios contas clientes planos suspender seguranca verificacao duas etapas',
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
    label: 'Comércio',
    sections: [
      {
        to: '/app/admin/planos',
        label: 'Planos',
        words: 'precos limite mensagens assinatura checkout hubla stripe venda',
        Icon: IconTicket,
      },
      {
        to: '/app/admin/webhooks',
        label: 'Vendas',
        words: 'webhooks pagamentos compras eventos hubla stripe assinaturas',
        Icon: IconWebhook,
      },
    ],
  },
  {
    label: 'Histórico',
    sections: [
      {
        to: '/app/admin/auditoria',
        label: 'Registro',
        words: 'auditoria historico quem mudou log chaves api programa integracao token',
        Icon: IconHistory,
      },
    ],
  },
]

/** Whether `path` is a page of this section. */
export function isOpenAt({ to, pages }: AdminSection, path: string): boolean {
  const place = path.replace(/\/$/, '')
  const isIn = (page: string) => place === page || (page !== HOUSE && place.startsWith(`${page}/`))
  return (pages ?? [to]).some(isIn)
}
