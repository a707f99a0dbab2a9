import type { UseFormReturnType } from '@mantine/form'
import { COMPARED_WITH_NOTHING } from '#client/entities/reviews/compared.ts'
import { keepOfferDraft } from '#client/entities/reviews/review-draft.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { OfferForm } from '#shared/contract/offers.ts'

type Props = { form: UseFormReturnType<OfferForm>; assetId: string; userId: string }

const soleOf = ([first, ...more]: readonly string[]) => (first && more.length === 0 ? first : '')

/** Opens the Revisor with the texts of the form, beside the saved offer. */
export function ReviewOffer({ form, assetId: offerId, userId }: Props) {
  const { bigIdea, mechanism, offer, productIds, brandIds } = form.values
  const written = [bigIdea, mechanism, offer].filter((it) => it.trim() !== '').join('\n\n')
  const compared = {
    ...COMPARED_WITH_NOTHING,
    offerId,
    productId: soleOf(productIds),
    brandId: soleOf(brandIds),
  }
  if (written === '') return null
  return (
    <Stack gap={8}>
      <Row>
        <LinkButton
          to="/app/revisor"
          search={{ oferta: offerId }}
          ignoreBlocker
          variant="default"
          onClick={() => keepOfferDraft({ userId, offerId }, written, compared)}
        >
          Revisar
        </LinkButton>
      </Row>
      <p className={text.hint}>
        O Revisor compara estes textos com a oferta e os produtos que estão salvos. O que você mudou aqui fica
        guardado.
      </p>
    </Stack>
  )
}
