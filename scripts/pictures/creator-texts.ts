import type { CreateBrand } from '#shared/contract/brands.ts'
import type { CreateOffer } from '#shared/contract/offers.ts'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import type { CreateProduct } from '#shared/contract/products.ts'

// The fictional creator in the pictures.

export const CREATOR = 'Luana Prado'
export const CREATOR_BIO =
  'Ensino quem mora em apartamento a colher o próprio tempero. Agrônoma, 34 vasos e um gato que come manjericão.'

export const ANSWERS: OnboardingAnswers = {
  marketingLevel: 'intermediario',
  digitalMarketingGoal:
    'Vender 120 vagas por mês do Horta de Apartamento sem viver de lançamento em lançamento',
  strategies: ['perpetuo', 'lancamento'],
}

export const COURSE: CreateProduct = {
  name: 'Horta de Apartamento',
  type: 'Curso Gravado',
  transformation: 'De quem já matou até cacto a quem colhe o próprio tempero em 45 dias, mesmo sem varanda',
  mainPersona:
    'Mulheres de 30 a 50 anos que moram em apartamento, cozinham em casa e acham que não têm mão boa para planta',
  anchorPrice: '497,00',
  practicePrice: '297,00',
  maxInstallments: 12,
  installmentValue: '29,70',
  contentDetails:
    'Seis módulos com 42 aulas curtas, calendário de plantio por região e lista de compras de até R$ 120',
  additionalDeliverables: 'Comunidade com plantão de dúvidas às quintas',
}

const CLUB: CreateProduct = {
  name: 'Clube da Colheita',
  type: 'Mentoria em Grupo',
  transformation: 'De uma horta que sobrevive a uma que alimenta a casa o ano inteiro',
  mainPersona: 'Alunas do Horta de Apartamento que já colheram e querem ir além dos temperos',
  anchorPrice: '2.400,00',
  practicePrice: '1.497,00',
  maxInstallments: 12,
  installmentValue: '149,70',
  contentDetails:
    'Dois encontros ao vivo por mês, análise de fotos da horta e troca de mudas entre as alunas',
  additionalDeliverables: 'Caixa de sementes da estação entregue em casa',
}

const WORKSHOP: CreateProduct = {
  name: 'Oficina de Temperos',
  type: 'Workshop',
  transformation: 'Sair de uma manhã com cinco vasos plantados do jeito certo',
  mainPersona: 'Quem nunca plantou nada e quer começar gastando pouco',
  anchorPrice: '97,00',
  practicePrice: '47,00',
  maxInstallments: 2,
  installmentValue: '24,90',
  contentDetails: 'Três horas ao vivo num sábado, com a gravação por 30 dias',
  additionalDeliverables: '',
}

const VISIT: CreateProduct = {
  name: 'Varanda Cheia',
  type: 'Consultoria',
  transformation: 'De uma varanda de passagem a um canto que dá salada toda semana',
  mainPersona: 'Quem tem espaço e vontade, e não tem tempo de aprender sozinha',
  anchorPrice: '1.200,00',
  practicePrice: '890,00',
  maxInstallments: 6,
  installmentValue: '158,90',
  contentDetails: 'Duas chamadas de vídeo, o projeto da varanda em um desenho e a lista do que comprar',
  additionalDeliverables: '',
}

/** Newest first, as in lists. */
export const PRODUCTS = [WORKSHOP, VISIT, CLUB, COURSE]

export const BRAND_OF_CREATOR: CreateBrand = {
  name: 'Raiz na Janela',
  description: 'Escola de horta para quem mora em apartamento',
  audience: 'Gente da cidade que quer comida de verdade e um respiro no fim do dia',
  toneOfVoice: 'Próximo e bem-humorado, sem termo técnico; fala de erro sem culpa',
  differentiators: 'Tudo é testado num apartamento de 52 m² que só recebe sol da manhã',
  website: 'https://raiznajanela.exemplo.com.br',
  instagram: 'raiznajanela',
}

export const OFFER_TEXTS: Omit<CreateOffer, 'brandIds' | 'productIds'> = {
  name: 'Primavera na Janela',
  bigIdea: 'Não falta mão boa: falta luz no lugar certo',
  mechanism: 'O Mapa da Luz, que mostra em dez minutos o que cresce em cada janela da casa',
  offer:
    'Horta de Apartamento com kit de sementes e 30 dias de garantia, de R$ 497 por R$ 297 à vista ou 12 vezes de R$ 29,70',
}

export const DOCUMENTS = [
  {
    title: 'Pesquisa: 14 conversas com alunas',
    body: `# O que ouvimos em 14 conversas

**A frase que mais apareceu:** “eu rego direitinho e ela morre mesmo assim”.

## O que dói

- Vergonha de tentar de novo e matar mais uma planta
- Dinheiro jogado fora em terra e vaso que não serviram
- Tempero de supermercado que estraga na geladeira

## O que elas querem

1. Abrir a janela e pegar o cheiro-verde na hora
2. Ter uma coisa viva em casa que dê certo
3. Mostrar para os filhos de onde vem a comida`,
  },
  {
    title: 'Página de vendas: Horta de Apartamento',
    body: `# Não falta mão boa: falta luz no lugar certo

**Em 45 dias você colhe o próprio tempero, mesmo que já tenha matado até cacto e more num apartamento sem varanda.**

Sabe aquele manjericão que morreu em uma semana? Não foi falta de carinho. Você regou, conversou com ele, mudou de lugar. O que ninguém contou é que ele precisava de quatro horas de luz, e a sua cozinha dá duas.

## O Mapa da Luz

Em dez minutos você anda pela casa com o celular na mão e descobre o que cresce em cada janela.

| Janela | O que cresce nela |
| --- | --- |
| Sol da manhã | manjericão, salsinha, cebolinha |
| Sol da tarde | alecrim, pimenta, tomate-cereja |
| Só claridade | hortelã, coentro, brotos |

## O que você recebe

- **42 aulas curtas**, para assistir enquanto a água do café ferve
- **Calendário de plantio** da sua região
- **Lista de compras** de até R$ 120, sem vaso caro
- **Plantão de dúvidas** às quintas, com foto e tudo

> “Comecei com um pé de hortelã. Hoje eu levo maço de tempero para a vizinha.” Sônia, aluna da segunda turma

Não colheu nada em 30 dias? Você escreve uma linha e recebe tudo de volta.`,
  },
]
