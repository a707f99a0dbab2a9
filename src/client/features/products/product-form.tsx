import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Product, type ProductForm, ProductType } from '#shared/contract/products.ts'
import { FiguresPanel } from './figures-panel.tsx'
import { type ProductValues, TypedProduct, valuesOf } from './product-values.ts'
import { products } from './products.api.ts'
import classes from './products.module.css'

type Props = {
  userId: string
  /** Tells this form's draft from those of the person's other products. */
  draftName: string
  /** What is kept already; without it the form makes a new one. */
  product?: Product
  /** What the form opens with: nothing, a copy, or what a reply said. */
  initialValues: ProductValues
  onSaved: (product: Product) => void
}

/** Everything an agent has to know about what is sold, with its sums done while prices are typed. */
export function ProductFormPage({ userId, draftName, product, initialValues, onSaved }: Props) {
  const client = useQueryClient()
  const state = useDraftedForm({
    schema: TypedProduct,
    initialValues,
    place: formDraftKey(userId, `product:${draftName}`),
    save: async (parsed) => {
      const changes = product ? changesOf(formOf(product), parsed) : {}
      if (product && Object.keys(changes).length === 0) return product
      const saved = await (product ? products.update(product.id, changes) : products.create(parsed))
      await invalidateBusiness(client)
      return saved
    },
    onSaved,
  })
  const { form } = state
  return (
    <FormPage
      title={product ? 'Editar produto' : 'Novo produto'}
      lead="Quanto mais concreto, melhor o agente escreve por você. Pode usar as suas palavras."
      state={state}
      isNew={!product}
      submitLabel={product ? 'Salvar' : 'Salvar produto'}
      cancel={
        <LinkButton to="/app/personalizacao/produtos" size="lg" variant="default">
          Cancelar
        </LinkButton>
      }
    >
      <WhatFields form={form} />
      <PriceFields form={form} />
      <GivenFields form={form} />
    </FormPage>
  )
}

type Fields = { form: UseFormReturnType<ProductValues> }

const inputOf = (form: Fields['form']) => (name: keyof ProductValues) => ({
  name,
  size: 'lg',
  ...form.getInputProps(name),
})

function WhatFields({ form }: Fields) {
  const input = inputOf(form)
  return (
    <>
      <FieldGroup title="O que é">
        <TextInput label="Nome" autoComplete="off" {...input('name')} />
        <ChoiceChips
          label="Tipo"
          options={ProductType.options}
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
          {...input('mainPersona')}
        />
        <Textarea
          label="Transformação"
          description="De onde a pessoa sai e aonde chega."
          rows={4}
          {...input('transformation')}
        />
      </FieldGroup>
    </>
  )
}

const money = { inputMode: 'decimal', autoComplete: 'off' } as const

function PriceFields({ form }: Fields) {
  const input = inputOf(form)
  return (
    <FieldGroup title="Preço" lead="Escreva como quiser: 1.997,00, 1997.00 ou R$ 1.997." help={PRICE_HELP}>
      <div className={classes.pair}>
        <TextInput label="Preço ancorado" description="O “de”." {...money} {...input('anchorPrice')} />
        <TextInput
          label="Preço praticado"
          description="O “por”, à vista."
          {...money}
          {...input('practicePrice')}
        />
        <TextInput
          label="Quantidade máxima de parcelas"
          description="Quantas vezes, no cartão."
          inputMode="numeric"
          autoComplete="off"
          placeholder="12"
          {...input('maxInstallments')}
        />
        <TextInput
          label="Valor da parcela"
          description="De cada uma."
          {...money}
          {...input('installmentValue')}
        />
      </div>
      <FiguresPanel values={form.values} />
    </FieldGroup>
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

function GivenFields({ form }: Fields) {
  const input = inputOf(form)
  return (
    <FieldGroup title="O que entrega">
      <Textarea
        label="Conteúdo"
        description="Módulos, encontros, materiais, duração."
        rows={6}
        {...input('contentDetails')}
      />
      <Textarea
        label="Entregáveis adicionais (opcional)"
        description="Bônus, comunidade, suporte, certificado."
        rows={4}
        {...input('additionalDeliverables')}
      />
    </FieldGroup>
  )
}

/** A product as the call's body. */
const formOf = (product: Product): ProductForm => ({
  ...valuesOf(product),
  type: product.type,
  maxInstallments: product.maxInstallments,
})
