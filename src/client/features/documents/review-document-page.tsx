import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReviewWorkbench } from '#client/entities/reviews/review-workbench.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Document } from '#shared/contract/documents.ts'
import { updateDocument, useDocument } from './documents.api.ts'

const BACK = { to: '/app/personalizacao/documentos', label: 'Voltar aos documentos' } as const

/** A document with the findings beside its text. */
export function ReviewDocumentPage({ documentId }: { documentId: string }) {
  const query = useDocument(documentId)
  return (
    <RecordLoader query={query} back={BACK}>
      {(document) => <Reviewing document={document} />}
    </RecordLoader>
  )
}

const CONFLICT =
  'Este documento mudou em outro lugar. Copie o que você escreveu aqui e abra a versão nova antes de salvar.'

function Reviewing({ document }: { document: Document }) {
  const client = useQueryClient()
  usePageTitle(`Revisar ${document.title}`)
  // The version that was opened; another tab's change is a conflict when it is saved.
  const [saved, setSaved] = useState(document)
  const [body, setBody] = useState(document.body)
  const isDirty = body !== saved.body
  const saving = useMutation({
    mutationFn: () => updateDocument(client, saved.id, { body, version: saved.version }),
    onSuccess: (now) => {
      setSaved(now)
      // More may have been written meanwhile.
      setBody((written) => (written === body ? now.body : written))
      showToast('Documento salvo.', 'success')
    },
  })
  const isConflict = saving.error instanceof ApiError && saving.error.code === 'CONFLICT'
  const problem = isConflict ? CONFLICT : saving.error ? errorText(saving.error) : undefined
  return (
    <Stack gap={20}>
      <Stack as="header">
        <h1 className={text.title}>Revisar {saved.title}</h1>
        <p className={text.lead}>O que costuma dar problema, mostrado nas palavras exatas do documento.</p>
      </Stack>
      <ReviewWorkbench
        text={body}
        onText={setBody}
        documentId={saved.id}
        actions={
          <>
            <Button
              size="md"
              variant="default"
              disabled={!isDirty}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              Salvar no documento
            </Button>
            <LinkButton
              to="/app/personalizacao/documentos/$documentId"
              params={{ documentId: saved.id }}
              size="md"
              variant="default"
            >
              Voltar
            </LinkButton>
          </>
        }
      />
      <FormAlert>{problem}</FormAlert>
      {isConflict && (
        <Row gap={12}>
          <CopyButton text={body} label="Copiar o que escrevi" isLabelled />
          <Button
            variant="default"
            onClick={() => {
              setSaved(document)
              setBody(document.body)
              saving.reset()
            }}
          >
            Abrir a versão nova
          </Button>
        </Row>
      )}
      <UnsavedGuard isDirty={isDirty} onDiscard={() => setBody(saved.body)}>
        O que você mudou neste documento ainda não foi salvo.
      </UnsavedGuard>
    </Stack>
  )
}
