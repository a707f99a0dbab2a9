/** Ids are fixed, so that seeding again finds what it made. */
export const FREE_PLAN_ID = '01930000-0000-7000-8000-000000000001'

export const seedPlans = [
  {
    id: FREE_PLAN_ID,
    name: 'free',
    displayName: 'Gratuito',
    description: 'Cinco agentes e 200 mensagens por mês.',
    monthlyMessageLimit: 200,
    allAgents: false,
  },
  {
    id: '01930000-0000-7000-8000-000000000002',
    name: 'creator',
    displayName: 'Criador',
    description: 'Todos os agentes e 2.000 mensagens por mês.',
    monthlyMessageLimit: 2_000,
    allAgents: true,
  },
  {
    id: '01930000-0000-7000-8000-000000000003',
    name: 'big_player',
    displayName: 'Big Player',
    description: 'Todos os agentes e 10.000 mensagens por mês.',
    monthlyMessageLimit: 10_000,
    allAgents: true,
  },
]
