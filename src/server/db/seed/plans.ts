/** Fixed ids, so that repeated seeding finds its rows. */
export const FREE_PLAN_ID = '01930000-0000-7000-8000-000000000001'

export const seedPlans = [
  {
    id: FREE_PLAN_ID,
    name: 'free',
    displayName: 'Gratuito',
    description: 'Para conhecer o elenco e tirar as primeiras ideias do papel.',
    monthlyMessageLimit: 200,
    allAgents: false,
    order: 0,
    priceText: 'Grátis',
  },
  {
    id: '01930000-0000-7000-8000-000000000002',
    name: 'creator',
    displayName: 'Criador',
    description: 'Para quem cria e vende toda semana.',
    monthlyMessageLimit: 2_000,
    allAgents: true,
    order: 1,
    priceText: null,
  },
  {
    id: '01930000-0000-7000-8000-000000000003',
    name: 'big_player',
    displayName: 'Big Player',
    description: 'Para quem emenda um lançamento no outro.',
    monthlyMessageLimit: 10_000,
    allAgents: true,
    order: 2,
    priceText: null,
  },
]
