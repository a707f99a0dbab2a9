type SeedLabel = { id: string; name: string; description: string; order: number }

export const labelIds = {
  strategy: '6f640b6e-3868-469a-a2ea-edb4e1e39e6e',
  copy: '32d7a385-74ca-48c9-8ec9-46e2acf0d4d4',
  video: 'dc0653d2-f7d3-45de-ab87-298eb3aeda7a',
  audience: '980cb56f-b184-4c27-9093-4fb251d05f64',
  launch: '35ccce20-5119-4747-9db1-51dacc7fca8f',
  evergreen: 'f83cc282-023d-4719-82c4-4377f31249ae',
} as const

export const seedLabels: readonly SeedLabel[] = [
  {
    id: labelIds.strategy,
    name: 'Estratégia',
    description: 'Decisões que vêm antes da copy: público, oferta e plano.',
    order: 0,
  },
  {
    id: labelIds.copy,
    name: 'Copy',
    description: 'Textos que vendem: páginas, roteiros, e-mails e mensagens.',
    order: 1,
  },
  {
    id: labelIds.video,
    name: 'Vídeo',
    description: 'Roteiros para gravar, do reel curto à carta de vendas em vídeo.',
    order: 2,
  },
  {
    id: labelIds.audience,
    name: 'Audiência',
    description: 'Conteúdo e anúncios que trazem as pessoas certas.',
    order: 3,
  },
  {
    id: labelIds.launch,
    name: 'Lançamento',
    description: 'Captação, evento, carrinho aberto e tudo com data marcada.',
    order: 4,
  },
  {
    id: labelIds.evergreen,
    name: 'Perpétuo',
    description: 'Oferta, página, vídeo e tráfego para vender todos os dias.',
    order: 5,
  },
]
