import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newDraftName } from '#client/entities/business/new-draft-name.ts'
import { isSameCompared } from '#client/entities/reviews/compared.ts'
import {
  NEW_OFFER,
  type ReviewDraft,
  type ReviewedThing,
  readReviewDraft,
  withText,
  writeReviewDraft,
} from '#client/entities/reviews/review-draft.ts'
import { ReviewWorkbench } from '#client/entities/reviews/review-workbench.tsx'
import { knownReplyReview } from '#client/entities/reviews/reviews.api.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import classes from './review-page.module.css'
import { SaveReviewed } from './save-reviewed.tsx'

/** The offer or the reply that the form of a new offer was filled from. */
type Filled = { de?: string; conversa?: string; mensagem?: string }
type Props = ReviewedThing & { userId: string; filled: Filled }

/** Reviews a pasted text, or that of a reply or an offer. It stays in this browser until it is removed. */
export function ReviewPage({ filled, ...reviewed }: Props) {
  usePageTitle('Revisor')
  const { messageId, offerId } = reviewed
  const place = { ...reviewed, ...(offerId === NEW_OFFER && { draftName: newDraftName(filled) }) }
  const [draft, setDraft] = useState(() => readReviewDraft(place))
  const { text, compared, notes } = draft
  const client = useQueryClient()
  // The line under the reply has asked for it; of another text or comparison it says nothing.
  const [known] = useState(() => {
    const kept = messageId
      ? knownReplyReview(client, { messageId, text, channel: compared.channel })
      : undefined
    return kept && isSameCompared(kept.compared, compared) ? kept.review : undefined
  })
  const change = (part: Partial<ReviewDraft>) => keep({ ...draft, ...part })
  const keep = (now: ReviewDraft) => {
    setDraft(now)
    writeReviewDraft(place, now)
  }
  return (
    <Stack gap={24} className={classes.page}>
      <Stack as="header">
        <h1 className={textClasses.title}>Revisor</h1>
        <p className={textClasses.lead}>
          Promessas, preços e palavras que costumam dar problema, mostrados nas palavras exatas.{' '}
          {draft.form
            ? 'O que você muda aqui volta para o formulário da oferta.'
            : 'O texto fica neste navegador, até você salvar como documento.'}
        </p>
      </Stack>
      <ReviewWorkbench
        text={text}
        onText={(now) => keep(withText(draft, now))}
        initial={compared}
        onCompared={(now) => change({ compared: now })}
        own={{ notes, onNotes: (now) => change({ notes: now }) }}
        {...(known && { known })}
        actions={
          <>
            <SaveReviewed text={text} notes={notes} />
            <CopyButton text={text} label="Copiar o texto" isLabelled />
            {text !== '' && (
              <Button
                variant="default"
                size="md"
                onClick={() => change({ text: '', notes: [], form: undefined })}
              >
                Limpar
              </Button>
            )}
            <BackLink offerId={offerId} filled={filled} />
          </>
        }
      />
    </Stack>
  )
}

function BackLink({ offerId, filled }: Pick<Props, 'offerId' | 'filled'>) {
  if (offerId === NEW_OFFER) {
    return (
      <LinkButton to="/app/personalizacao/ofertas/new" search={filled} variant="default" size="md">
        Voltar à oferta
      </LinkButton>
    )
  }
  if (offerId) {
    return (
      <LinkButton
        to="/app/personalizacao/ofertas/$assetId"
        params={{ assetId: offerId }}
        variant="default"
        size="md"
      >
        Voltar à oferta
      </LinkButton>
    )
  }
  return (
    <LinkButton to="/app/personalizacao/documentos" variant="default" size="md">
      Ver documentos
    </LinkButton>
  )
}
