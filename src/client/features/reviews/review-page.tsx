import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readReviewDraft, writeReviewDraft } from '#client/entities/reviews/review-draft.ts'
import { ReviewWorkbench } from '#client/entities/reviews/review-workbench.tsx'
import { replyReviewQuery } from '#client/entities/reviews/reviews.api.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import classes from './review-page.module.css'

type Props = {
  userId: string
  /** The reply whose text is reviewed; undefined for a pasted text. */
  messageId: string | undefined
}

/** Reviews a pasted text, or the text of a reply. It stays in this browser until it is removed. */
export function ReviewPage({ userId, messageId }: Props) {
  usePageTitle('Revisor')
  const [text, setText] = useState(() => readReviewDraft(userId, messageId))
  const client = useQueryClient()
  // The line under the reply has asked for it; of another text it says nothing.
  const [known] = useState(() => {
    const kept = messageId && client.getQueryData(replyReviewQuery({ messageId, text }).queryKey)
    return kept && kept.text === text ? kept.review : undefined
  })
  const change = (now: string) => {
    setText(now)
    writeReviewDraft(userId, messageId, now)
  }
  return (
    <Stack gap={24} className={classes.page}>
      <Stack as="header">
        <h1 className={textClasses.title}>Revisor</h1>
        <p className={textClasses.lead}>
          Promessas, preços e palavras que costumam dar problema, mostrados nas palavras exatas. O texto não é
          guardado: ele fica neste navegador.
        </p>
      </Stack>
      <ReviewWorkbench
        text={text}
        onText={change}
        {...(known && { known })}
        actions={
          <>
            <CopyButton text={text} label="Copiar o texto" isLabelled />
            {text !== '' && (
              <Button variant="default" size="md" onClick={() => change('')}>
                Limpar
              </Button>
            )}
            <LinkButton to="/app/personalizacao/documentos" variant="default" size="md">
              Ver documentos
            </LinkButton>
          </>
        }
      />
    </Stack>
  )
}
