import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useLocation } from '@tanstack/react-router'
import type { AssetForm } from '#client/entities/business/asset-description.ts'
import { leaveNewOffer } from '#client/entities/reviews/review-draft.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Offer, OfferDraftForm, OfferForm } from '#shared/contract/offers.ts'
import { OfferAssetsField } from './offer-assets-field.tsx'
import { type OfferBody, offerDescription } from './offer-description.ts'
import { reviewedOffer } from './offer-text.ts'
import { ReviewOffer } from './review-offer.tsx'

type Fields = { form: UseFormReturnType<OfferForm> }

function PitchFields({ form }: Fields) {
  return (
    <FieldGroup title="A oferta" help={PITCH_HELP}>
      <TextInput label="Nome" autoComplete="off" {...form.getInputProps('name')} />
      <Textarea
        label="Big Idea"
        description="A ideia central, nova e fácil de repetir, que prende a atenção."
        rows={4}
        {...form.getInputProps('bigIdea')}
      />
      <Textarea
        label="Mecanismo"
        description="Por que funciona: o método, o passo que ninguém explica."
        rows={4}
        {...form.getInputProps('mechanism')}
      />
      <Textarea
        label="Oferta"
        description="O que a pessoa leva: entregas, bônus, garantia, preço, prazo."
        rows={6}
        {...form.getInputProps('offer')}
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

const PICKERS = [
  {
    kind: 'product',
    path: 'productIds',
    label: 'Produtos',
    searchLabel: 'Buscar produtos',
    empty: 'Você ainda não tem produtos. Crie um: o que está escrito aqui fica guardado.',
    to: '/app/personalizacao/produtos/new',
    newLabel: 'Criar produto',
  },
  {
    kind: 'brand',
    path: 'brandIds',
    label: 'Marcas',
    searchLabel: 'Buscar marcas',
    empty: 'Você ainda não tem marcas. Crie uma: o que está escrito aqui fica guardado.',
    to: '/app/personalizacao/marcas/new',
    newLabel: 'Criar marca',
  },
] as const

function AssetFields({ form }: Fields) {
  const volta = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return (
    <FieldGroup title="Produtos e marcas desta oferta" lead="Os agentes leem a oferta junto com eles.">
      {PICKERS.map(({ to, ...picker }) => (
        <OfferAssetsField
          key={picker.kind}
          {...picker}
          value={form.values[picker.path]}
          onChange={(ids) => form.setFieldValue(picker.path, ids)}
          error={textOf(form.errors[picker.path])}
          fullLink={
            <LinkButton to={to} search={{ volta }} ignoreBlocker variant="default">
              Abrir a ficha inteira
            </LinkButton>
          }
        />
      ))}
    </FieldGroup>
  )
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)

const valuesOf = ({ name, bigIdea, mechanism, offer, productIds, brandIds }: Offer): OfferForm => ({
  name,
  bigIdea,
  mechanism,
  offer,
  productIds,
  brandIds,
})

export const offerForm: AssetForm<Offer, OfferForm, OfferBody> = {
  description: offerDescription,
  editTitle: 'Editar oferta',
  lead: 'A mesma coisa pode ser vendida de vários jeitos. Cada jeito é uma oferta.',
  createLabel: 'Salvar oferta',
  schema: OfferForm,
  draftSchema: OfferDraftForm,
  empty: { name: '', bigIdea: '', mechanism: '', offer: '', productIds: [], brandIds: [] },
  valuesOf,
  bodyOf: (offer) => ({ ...valuesOf(offer), isDraft: offer.isDraft }),
  Fields: ({ form }) => (
    <>
      <PitchFields form={form} />
      <AssetFields form={form} />
    </>
  ),
  onNewLeft: (form, stored) =>
    leaveNewOffer(form, stored && { offerId: stored.id, text: reviewedOffer(stored).text }),
  More: ReviewOffer,
}
