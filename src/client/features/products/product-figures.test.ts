import { describe, expect, test } from 'vitest'
import { figuresOf, spokenFigures } from './product-figures.ts'

const typed = (
  anchorPrice: string,
  practicePrice: string,
  maxInstallments: string,
  installmentValue: string,
) => ({
  anchorPrice,
  practicePrice,
  maxInstallments,
  installmentValue,
})
/** `Intl` puts a no-break space after "R$". */
const linesOf = (...fields: Parameters<typeof typed>) =>
  figuresOf(typed(...fields)).map(({ label, value, note }) =>
    `${label}: ${value}${note ? ` (${note})` : ''}`.replaceAll('\u00a0', ' '),
  )

describe('figuresOf', () => {
  test('complete prices give discount, total and interest', () => {
    expect(linesOf('1.997,00', 'R$ 997', '12x', '99,70')).toEqual([
      'Desconto: R$ 1.000,00 (50,1% a menos)',
      'Total parcelado: R$ 1.196,40 (12x de R$ 99,70)',
      'Juros: R$ 199,40 (20% a mais, cerca de 2,92% ao mês)',
    ])
  })

  test('incomplete or invalid prices give only the figures they suffice for', () => {
    expect(linesOf('', '', '', '')).toEqual([])
    expect(linesOf('mil', '997', '12', 'x')).toEqual([])
    expect(linesOf('1997', '997', '', '')).toEqual(['Desconto: R$ 1.000,00 (50,1% a menos)'])
    expect(linesOf('', '', '3', '100')).toEqual(['Total parcelado: R$ 300,00 (3x de R$ 100,00)'])
    expect(linesOf('', '300', '0', '100')).toEqual([])
    expect(linesOf('', '300', '9999', '100')).toEqual([])
  })

  test('no discount, no interest, instalments below the price', () => {
    expect(linesOf('100', '100', '2', '50')).toEqual([
      'Desconto: Nenhum (o praticado não é menor que o ancorado)',
      'Total parcelado: R$ 100,00 (2x de R$ 50,00)',
      'Juros: Sem juros',
    ])
    expect(linesOf('', '100', '2', '45').at(-1)).toBe('Juros: Nenhum (R$ 10,00 a menos que à vista)')
  })

  test('a price of zero does not divide by zero', () => {
    expect(linesOf('0', '0', '2', '10')).toEqual([
      'Desconto: Nenhum (o praticado não é menor que o ancorado)',
      'Total parcelado: R$ 20,00 (2x de R$ 10,00)',
      'Juros: R$ 20,00',
    ])
  })
})

test('figures as sentences', () => {
  expect(spokenFigures(figuresOf(typed('200', '100', '', ''))).replaceAll('\u00a0', ' ')).toBe(
    'Desconto: R$ 100,00, 50% a menos.',
  )
  expect(spokenFigures([])).toBe('')
})
