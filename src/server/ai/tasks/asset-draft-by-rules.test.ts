import { describe, expect, it } from 'vitest'
import { draftByRules } from './asset-draft-by-rules.ts'

const PRODUCT = `# Mentoria Decola

Um plano em três meses.

- **Tipo:** Mentoria em Grupo
- **Público:** Nutricionistas que já atendem
- Preço cheio: R$ 1.997,00
- **Preço à vista**: R$ 997,00
- Parcelamento: 12x de R$ 99,70

## Transformação

Da agenda vazia à **primeira turma** em 60 dias.

### Conteúdo
1. Oferta
2. Página
3. Vendas

| Bônus | Grupo no WhatsApp |
| --- | --- |`

describe('draftByRules', () => {
  it('reads a product from headings, labels and tables', () => {
    expect(draftByRules('product', PRODUCT).values).toEqual({
      name: 'Mentoria Decola',
      type: 'Mentoria em Grupo',
      transformation: 'Da agenda vazia à primeira turma em 60 dias.',
      mainPersona: 'Nutricionistas que já atendem',
      anchorPrice: 'R$ 1.997,00',
      practicePrice: 'R$ 997,00',
      maxInstallments: '12',
      installmentValue: 'R$ 99,70',
      contentDetails: '1. Oferta\n2. Página\n3. Vendas\n\n| Bônus | Grupo no WhatsApp |\n| --- | --- |',
      additionalDeliverables: 'Grupo no WhatsApp',
    })
  })

  it('reads a brand and an offer', () => {
    const brand = draftByRules(
      'brand',
      'Marca: Decola\n**Tom de voz:** direto\nSite: decola.com.br\nInstagram: @decola',
    )
    expect(brand.values).toMatchObject({
      name: 'Decola',
      toneOfVoice: 'direto',
      website: 'https://decola.com.br',
      instagram: 'decola',
    })
    const offer = draftByRules(
      'offer',
      '# Turma de março\n## Big Idea\nVender sem lançar.\n## Mecanismo único:\nA agenda viva.',
    )
    expect(offer.values).toEqual({
      name: 'Turma de março',
      bigIdea: 'Vender sem lançar.',
      mechanism: 'A agenda viva.',
      offer: '',
    })
  })

  it('leaves missing fields empty, and is deterministic', () => {
    const text = 'Uma conversa: sem ficha nenhuma.'
    expect(Object.values(draftByRules('offer', text).values).join('')).toBe('')
    expect(draftByRules('offer', text)).toEqual(draftByRules('offer', text))
  })

  it('reads the longest reply quickly', () => {
    const long = `${'palavra: '.repeat(10_000)}\n${'|'.repeat(50_000)}\n${'#'.repeat(50_000)} a`
    expect(draftByRules('product', long).values.name).toBe('')
  })
})
