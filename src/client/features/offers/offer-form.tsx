import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Offer, OfferForm } from '#shared/contract/offers.ts'
import { AssetPicker } from './offer-assets-field.tsx'
import { valuesOf } from './offer-values.ts'
import { offers } from './offers.api.ts'

type Props = {
  userId: string
  /** Tells this form's draft from those of the person's other offers. */
  draftName: string
  /** What is kept already; without it the form makes a new one. */
  offer?: Offer
  /** What the form opens with: nothing, a copy, or what a reply said. */
  initialValues: OfferForm
  onSaved: (offer: Offer) => void
}

/** How something is pitched: which products, as whom, and with what idea. */
export function OfferFormPage({ userId, draftName, offer, initialValues, onSaved }: Props) {
  const client = useQueryClient()
  const state = useDraftedForm({
    schema: OfferForm,
    initialValues,
    place: formDraftKey(userId, `offer:${draftName}`),
    save: async (parsed) => {
      const changes = offer ? changesOf(valuesOf(offer), parsed) : {}
      if (offer && Object.keys(changes).length === 0) return offer
      try {
        return await (offer ? offers.update(offer.id, changes) : offers.create(parsed))
      } finally {
        // After a refusal too: what was chosen may have been deleted meanwhile, and has to be shown so.
        await invalidateBusiness(client)
      }
    },
    onSaved,
  })
  return (
    <FormPage
      title={offer ? 'Editar oferta' : 'Nova oferta'}
      lead="A mesma coisa pode ser vendida de vários jeitos. Cada jeito é uma oferta."
      state={state}
      isNew={!offer}
      submitLabel={offer ? 'Salvar' : 'Salvar oferta'}
      cancel={
        <LinkButton to="/app/personalizacao/ofertas" size="lg" variant="default">
          Cancelar
        </LinkButton>
      }
    >
      <PitchFields form={state.form} />
      <JoinedFields form={state.form} />
    </FormPage>
  )
}

type Fields = { form: UseFormReturnType<OfferForm> }

function PitchFields({ form }: Fields) {
  const input = (name: 'name' | 'bigIdea' | 'mechanism' | 'offer') => ({
    name,
    size: 'lg',
    ...form.getInputProps(name),
  })
  return (
    <FieldGroup title="A oferta" help={PITCH_HELP}>
      <TextInput label="Nome" autoComplete="off" {...input('name')} />
      <Textarea
        label="Big Idea"
        description="A ideia central, nova e fácil de repetir, que prende a atenção."
        rows={4}
        {...input('bigIdea')}
      />
      <Textarea
        label="Mecanismo"
        description="Por que funciona: o método, o passo que ninguém explica."
        rows={4}
        {...input('mechanism')}
      />
      <Textarea
        label="Oferta"
        description="O que a pessoa leva: entregas, bônus, garantia, preço, prazo."
        rows={6}
        {...input('offer')}
      />
    </FieldGroup>
  )
}

const PITCH_HELP = (
  <HelpTip about="ideia, método e entrega">
    <p>
      <strong>A ideia</strong> faz parar e pensar “nunca vi assim”.{' '}
      <em>Você não precisa de audiência: precisa de dez conversas certas.</em>
    </p>
    <p>
      <strong>O método</strong> explica por que ela funciona.{' '}
      <em>O roteiro de três perguntas que transforma curiosos em compradores.</em>
    </p>
    <p>
      <strong>A entrega</strong> é tudo o que a pessoa leva, com bônus, garantia, preço e prazo. Não sabe
      ainda? Peça ao agente de oferta e salve a resposta aqui.
    </p>
  </HelpTip>
)

function JoinedFields({ form }: Fields) {
  const volta = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return (
    <FieldGroup title="O que junta" lead="Os agentes leem a oferta junto com estes produtos e marcas.">
      <AssetPicker
        kind="product"
        label="Produtos"
        searchLabel="Buscar produtos"
        path="productIds"
        value={form.values.productIds}
        onChange={(ids) => form.setFieldValue('productIds', ids)}
        error={textOf(form.errors.productIds)}
        empty="Você ainda não tem produtos. Crie um: o que está escrito aqui fica guardado."
        newLink={
          <LinkButton
            to="/app/personalizacao/produtos/new"
            search={{ volta }}
            ignoreBlocker
            variant="subtle"
            leftSection={plus}
          >
            Criar produto
          </LinkButton>
        }
      />
      <AssetPicker
        kind="brand"
        label="Marcas"
        searchLabel="Buscar marcas"
        path="brandIds"
        value={form.values.brandIds}
        onChange={(ids) => form.setFieldValue('brandIds', ids)}
        error={textOf(form.errors.brandIds)}
        empty="Você ainda não tem marcas. Crie uma: o que está escrito aqui fica guardado."
        newLink={
          <LinkButton
            to="/app/personalizacao/marcas/new"
            search={{ volta }}
            ignoreBlocker
            variant="subtle"
            leftSection={plus}
          >
            Criar marca
          </LinkButton>
        }
      />
    </FieldGroup>
  )
}

const plus = <IconPlus size={20} aria-hidden />

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)
