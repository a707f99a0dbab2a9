import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import type { AssetForm } from '#client/entities/business/asset-description.ts'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Product, ProductType } from '#shared/contract/products.ts'
import { productTypeLabel } from '#shared/product-type-label.ts'
import { productDescription } from './product-description.ts'
import { figuresOf, spokenFigures } from './product-figures.ts'
import {
  NO_PRODUCT,
  type ProductBody,
  type ProductValues,
  TypedProduct,
  TypedProductDraft,
  valuesOf,
} from './product-values.ts'
import classes from './products.module.css'

type Fields = { form: UseFormReturnType<ProductValues> }

function AudienceFields({ form }: Fields) {
  return (
    <>
      <FieldGroup title="O que é">
        <TextInput label="Nome" autoComplete="off" {...form.getInputProps('name')} />
        <ChoiceChips
          label="Tipo"
          options={ProductType.options}
          labelOf={productTypeLabel}
          path="type"
          {...form.getInputProps('type')}
          value={form.values.type}
        />
      </FieldGroup>
      <FieldGroup title="Para quem" lead="A pessoa que compra, e como a vida dela fica depois.">
        <Textarea
          label="Persona principal"
          description="Quem é, o que vive hoje, o que já tentou."
          rows={4}
          {...form.getInputProps('mainPersona')}
        />
        <Textarea
          label="Transformação"
          description="De onde a pessoa sai e aonde chega."
          rows={4}
          {...form.getInputProps('transformation')}
        />
      </FieldGroup>
    </>
  )
}

const money = { inputMode: 'decimal', autoComplete: 'off' } as const

function PriceFields({ form }: Fields) {
  return (
    <FieldGroup title="Preço" lead="Escreva como quiser: 1.997,00, 1997.00 ou R$ 1.997." help={PRICE_HELP}>
      <div className={classes.pair}>
        <TextInput
          label="Preço ancorado"
          description="O “de”."
          {...money}
          {...form.getInputProps('anchorPrice')}
        />
        <TextInput
          label="Preço praticado"
          description="O “por”, à vista."
          {...money}
          {...form.getInputProps('practicePrice')}
        />
        <TextInput
          label="Quantidade máxima de parcelas"
          description="Quantas vezes, no cartão."
          inputMode="numeric"
          autoComplete="off"
          placeholder="12"
          {...form.getInputProps('maxInstallments')}
        />
        <TextInput
          label="Valor da parcela"
          description="De cada uma."
          {...money}
          {...form.getInputProps('installmentValue')}
        />
      </div>
      <FiguresPanel values={form.values} />
    </FieldGroup>
  )
}

const TYPING_PAUSE_MS = 1_200

/** Discount, total and interest while prices are typed; announced once typing pauses. */
function FiguresPanel({ values }: { values: ProductValues }) {
  const figures = figuresOf(values)
  const [spoken] = useDebouncedValue(spokenFigures(figures), TYPING_PAUSE_MS)
  return (
    <aside aria-label="Contas do preço" className={classes.bill}>
      <p className={classes.billTitle}>Na ponta do lápis</p>
      {figures.length === 0 ? (
        <p className={classes.billEmpty}>
          Com os preços preenchidos, o desconto, o total parcelado e os juros aparecem aqui.
        </p>
      ) : (
        <dl className={classes.figures}>
          {figures.map(({ label, value, note }) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>
                <strong>{value}</strong>
                {note && <span>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </aside>
  )
}

const PRICE_HELP = (
  <HelpTip about="os dois preços">
    <p>
      <strong>Ancorado</strong> é o valor com que o de hoje se compara: “de R$ 1.997 por R$ 997”. Use um que
      você já cobrou, ou a soma do que cada parte custa separada. Sem desconto, repita o praticado.
    </p>
    <p>
      <strong>Praticado</strong> é o que se paga hoje, à vista. Os agentes escrevem os dois e fazem as contas
      das parcelas e do desconto com eles.
    </p>
  </HelpTip>
)

function ContentFields({ form }: Fields) {
  return (
    <FieldGroup title="O que entrega">
      <Textarea
        label="Conteúdo"
        description="Módulos, encontros, materiais, duração."
        rows={6}
        {...form.getInputProps('contentDetails')}
      />
      <Textarea
        label="Entregáveis adicionais (opcional)"
        description="Bônus, comunidade, suporte, certificado."
        rows={4}
        {...form.getInputProps('additionalDeliverables')}
      />
    </FieldGroup>
  )
}

export const productForm: AssetForm<Product, ProductValues, ProductBody> = {
  description: productDescription,
  editTitle: 'Editar produto',
  lead: 'Quanto mais concreto, melhor o agente escreve por você. Pode usar as suas palavras.',
  createLabel: 'Salvar produto',
  schema: TypedProduct,
  draftSchema: TypedProductDraft,
  empty: NO_PRODUCT,
  valuesOf,
  bodyOf: (product) => ({
    ...valuesOf(product),
    type: product.type,
    maxInstallments: product.maxInstallments,
    isDraft: product.isDraft,
  }),
  Fields: ({ form }) => (
    <>
      <AudienceFields form={form} />
      <PriceFields form={form} />
      <ContentFields form={form} />
    </>
  ),
}
