import type { UseFormReturnType } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { addressOfDraft } from '#client/entities/business/new-draft-name.ts'
import { COMPARED_WITH_NOTHING } from '#client/entities/reviews/compared.ts'
import { keepOfferDraft, NEW_OFFER } from '#client/entities/reviews/review-draft.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { OfferForm } from '#shared/contract/offers.ts'
import { reviewedOffer } from './offer-text.ts'

type Props = {
  form: UseFormReturnType<OfferForm>
  assetId: string | undefined
  userId: string
  draftName: string
  /** Storage key of the form's draft. */
  place: string
}

const soleOf = ([first, ...more]: readonly string[]) => (first && more.length === 0 ? first : '')

/** Opens the Revisor with the texts of the form, beside the saved offer if there is one. */
export function ReviewOffer({ form, assetId, userId, draftName, place }: Props) {
  const search = useSearch({ strict: false })
  const offerId = assetId ?? NEW_OFFER
  const at = { userId, offerId, ...(!assetId && { draftName }) }
  const { productIds, brandIds } = form.values
  const { text: written, parts } = reviewedOffer(form.values)
  const compared = {
    ...COMPARED_WITH_NOTHING,
    offerId: assetId ?? '',
    productId: soleOf(productIds),
    brandId: soleOf(brandIds),
  }
  if (written === '') return null
  return (
    <Stack gap={8}>
      <Row>
        <LinkButton
          to="/app/revisor"
          search={{ oferta: offerId, ...(!assetId && addressOfDraft(draftName, search)) }}
          ignoreBlocker
          variant="default"
          onClick={() => keepOfferDraft(at, { text: written, compared, form: { place, parts } })}
        >
          Revisar
        </LinkButton>
      </Row>
      <p className={text.hint}>
        {assetId
          ? 'O Revisor compara estes textos com a oferta e os produtos que estão salvos.'
          : 'O Revisor compara estes textos com o produto e a marca que você escolheu, se for só um de cada.'}{' '}
        O que você escreveu aqui fica guardado, e o que mudar lá volta para estes campos.
      </p>
    </Stack>
  )
}
