import type { UpdateBrandVoice } from '../contract/brand-voice.ts'
import type { CreateBrand } from '../contract/brands.ts'
import type { CreateOffer } from '../contract/offers.ts'
import type { OnboardingAnswers } from '../contract/onboarding.ts'
import type { CreateProduct } from '../contract/products.ts'

// Valid and invalid bodies for forms and calls, which must agree.

/** A name, a change to a valid body, and the expected error per field. `undefined` removes the field. */
export type Refusal = [what: string, change: Record<string, unknown>, errors: Record<string, string>]
/** A change to a valid body, and the stored result. */
export type Reading = [change: Record<string, unknown>, read: Record<string, unknown>]

export const PRODUCT: CreateProduct = {
  name: 'Mentoria reservada',
  type: 'Mentoria em Grupo',
  transformation: 'De freelancer sem agenda a copywriter com fila de espera',
  mainPersona: 'Redatores com até dois anos de mercado',
  anchorPrice: '2.997,00',
  practicePrice: 'R$ 1.997',
  maxInstallments: 12,
  installmentValue: '206,55',
  contentDetails: 'Oito encontros ao vivo e correção de textos',
  additionalDeliverables: 'Banco com 50 títulos',
}

export const BRAND: CreateBrand = {
  name: 'Marca reservada',
  description: 'Escola de escrita persuasiva',
  audience: 'Redatores em início de carreira',
  toneOfVoice: 'Direto e acolhedor',
  differentiators: 'Correção individual de cada texto',
  website: 'https://exemplo.com.br',
  instagram: 'marca.exemplo',
}

export const VOICE: UpdateBrandVoice = {
  forbiddenWords: ['milagre', 'garantido'],
  favouriteWords: ['rascunho'],
  moves: ['Abre com uma cena do dia a dia.', 'Fecha com um convite reservado.'],
  goodExample: 'Escreva mal hoje, corrija amanhã.',
  badExample: 'Descubra o segredo da escrita perfeita!',
}

/** Its brands and products belong to no user. */
export const OFFER: CreateOffer = {
  name: 'Oferta reservada',
  bigIdea: 'Escrever menos e vender mais',
  mechanism: 'O método dos três rascunhos',
  offer: 'Mentoria, banco de títulos e garantia de 15 dias',
  brandIds: ['0193a0c4-0000-7000-8000-000000000001'],
  productIds: ['0193a0c4-0000-7000-8000-000000000002'],
}

export const ONBOARDING: OnboardingAnswers = {
  marketingLevel: 'intermediario',
  digitalMarketingGoal: 'Vender 200 vagas reservadas por mês',
  strategies: ['perpetuo', 'lancamento_pago'],
}

/** A missing text equals an empty one. */
const required = (field: string, text: string): Refusal[] =>
  [undefined, '', ' \n ', null, 7].map((value) => [
    `${field}: ${JSON.stringify(value)}`,
    { [field]: value },
    { [field]: text },
  ])

const refused = (field: string, values: unknown[], text: string): Refusal[] =>
  values.map((value) => [
    `${field}: ${JSON.stringify(value)?.slice(0, 40)}`,
    { [field]: value },
    { [field]: text },
  ])

const NAME_TEXT = 'Nome é obrigatório'
const NUL_TEXT = 'O texto tem um caractere inválido'
const LONG_TEXT = 'O texto passa de 4.000 caracteres'

const names: Refusal[] = [
  ...required('name', NAME_TEXT),
  ...refused('name', ['n'.repeat(121)], 'O nome passa de 120 caracteres'),
  ...refused('name', ['uma\nlinha', 'nulo\u0000'], 'O nome tem caracteres inválidos'),
]

const texts = (fields: Record<string, string>): Refusal[] =>
  Object.entries(fields).flatMap(([field, text]) => [
    ...required(field, text),
    ...refused(field, ['t'.repeat(4_001)], LONG_TEXT),
    ...refused(field, ['nulo\u0000'], NUL_TEXT),
  ])

const optionalTexts = (fields: string[]): Refusal[] =>
  fields.flatMap((field) => [
    ...refused(field, [7, null, ['x']], 'Texto inválido'),
    ...refused(field, ['t'.repeat(4_001)], LONG_TEXT),
    ...refused(field, ['nulo\u0000'], NUL_TEXT),
  ])

const NO_AMOUNTS = ['mil', '1.99.7', '-10', '12,345', '1e3', 'R$', '1,997.00', '1.997.00', '9'.repeat(31)]

const prices = (fields: Record<string, string>): Refusal[] =>
  Object.entries(fields).flatMap(([field, label]) => [
    ...required(field, `${label} é obrigatório`),
    ...refused(field, NO_AMOUNTS, `${label} deve ser um número válido`),
  ])

const INSTALLMENTS_MISSING = 'Informe o número de parcelas'
const INSTALLMENTS_TEXT = 'Quantidade máxima de parcelas deve ser no mínimo 1'

export const REFUSED_PRODUCTS: Refusal[] = [
  ...names,
  ...refused('type', [undefined, '', 'Ebook', null], 'Selecione um tipo de produto'),
  ...texts({
    transformation: 'Transformação é obrigatória',
    mainPersona: 'Persona principal é obrigatória',
    contentDetails: 'Conteúdo é obrigatório',
  }),
  ...prices({
    anchorPrice: 'Preço ancorado',
    practicePrice: 'Preço praticado',
    installmentValue: 'Valor da parcela',
  }),
  ...refused('maxInstallments', [undefined], INSTALLMENTS_MISSING),
  ...refused('maxInstallments', [null, '', '12', 0, -1, 1.5], INSTALLMENTS_TEXT),
  ...refused('maxInstallments', [121], 'Quantidade máxima de parcelas deve ser no máximo 120'),
  ...optionalTexts(['additionalDeliverables']),
  [
    'everything at once',
    Object.fromEntries(
      Object.keys(PRODUCT)
        .slice(0, -1)
        .map((field) => [field, undefined]),
    ),
    {
      name: NAME_TEXT,
      type: 'Selecione um tipo de produto',
      transformation: 'Transformação é obrigatória',
      mainPersona: 'Persona principal é obrigatória',
      anchorPrice: 'Preço ancorado é obrigatório',
      practicePrice: 'Preço praticado é obrigatório',
      maxInstallments: INSTALLMENTS_MISSING,
      installmentValue: 'Valor da parcela é obrigatório',
      contentDetails: 'Conteúdo é obrigatório',
    },
  ],
]

export const REFUSED_BRANDS: Refusal[] = [
  ...names,
  ...optionalTexts(['description', 'audience', 'toneOfVoice', 'differentiators']),
  ...refused(
    'website',
    [7, 'nada', 'javascript:alert(1)', 'ftp://exemplo.com', 'meu site.com', `a.com/${'x'.repeat(300)}`],
    'Site inválido',
  ),
  ...refused('instagram', [7, 'com espaço', 'a'.repeat(31), 'x'.repeat(301)], 'Instagram inválido'),
]

const repeated = (id: string) => [id, id.toUpperCase()]
const many = Array.from(
  { length: 21 },
  (_, index) => `0193a0c4-0000-7000-8000-${String(index).padStart(12, '0')}`,
)

export const REFUSED_OFFERS: Refusal[] = [
  ...names,
  ...texts({
    bigIdea: 'Big Idea é obrigatória',
    mechanism: 'Mecanismo é obrigatório',
    offer: 'Oferta é obrigatória',
  }),
  ...refused('brandIds', [undefined, null, [], '', {}], 'Selecione pelo menos uma marca'),
  ...refused('productIds', [undefined, null, [], '', {}], 'Selecione pelo menos um produto'),
  ...refused('brandIds', [many], 'Selecione até 20 marcas'),
  ...refused('productIds', [many], 'Selecione até 20 produtos'),
  ...refused('brandIds', [repeated(OFFER.brandIds[0] ?? '')], 'Há um item repetido'),
  ...refused('productIds', [repeated(OFFER.productIds[0] ?? '')], 'Há um item repetido'),
  ['a brand without an id', { brandIds: ['x'] }, { 'brandIds.0': 'Identificador inválido' }],
  ['a product without an id', { productIds: [7] }, { 'productIds.0': 'Identificador inválido' }],
]

export const REFUSED_ONBOARDINGS: Refusal[] = [
  ...refused('marketingLevel', [undefined, null, '', 'rico'], 'Selecione o seu momento'),
  ...texts({ digitalMarketingGoal: 'Objetivo é obrigatório' }),
  ...refused('strategies', [undefined, null, [], 'perpetuo'], 'Selecione pelo menos uma estratégia'),
  ...refused('strategies', [['perpetuo', 'perpetuo']], 'Há uma estratégia repetida'),
  ['an unknown strategy', { strategies: ['afiliados'] }, { 'strategies.0': 'Estratégia inválida' }],
]

/** Typed values are stored trimmed, otherwise unchanged. */
export const READ_PRODUCTS: Reading[] = [
  [{ anchorPrice: ' 1.997,00 ' }, { anchorPrice: '1.997,00', anchorPriceDecimal: '1997.00' }],
  [{ anchorPrice: '1997.00' }, { anchorPrice: '1997.00', anchorPriceDecimal: '1997.00' }],
  [{ practicePrice: 'R$ 1.997' }, { practicePrice: 'R$ 1.997', practicePriceDecimal: '1997.00' }],
  [{ practicePrice: '0' }, { practicePrice: '0', practicePriceDecimal: '0.00' }],
  [{ installmentValue: '1997,5' }, { installmentValue: '1997,5', installmentValueDecimal: '1997.50' }],
  [
    { installmentValue: '999.999.999.999,99' },
    { installmentValue: '999.999.999.999,99', installmentValueDecimal: '999999999999.99' },
  ],
  [{ name: '  Curso  ' }, { name: 'Curso' }],
  [{ maxInstallments: 120 }, { maxInstallments: 120 }],
  [{ name: 'n'.repeat(120) }, { name: 'n'.repeat(120) }],
]

export const READ_BRANDS: Reading[] = [
  [{ website: 'exemplo.com.br/sobre' }, { website: 'https://exemplo.com.br/sobre' }],
  [{ website: 'http://exemplo.com' }, { website: 'http://exemplo.com' }],
  [{ instagram: '@marca_1' }, { instagram: 'marca_1' }],
  [{ instagram: 'https://www.instagram.com/marca.1/?hl=pt' }, { instagram: 'marca.1' }],
  [{ audience: ' Mães\nde gêmeos ' }, { audience: 'Mães\nde gêmeos' }],
]
